package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * A user's own SPMD application whose IDs form a ring: in each step each ID sends an array to the next ID and adds the
 * array from the previous one. While the file {@code hold} exists, a step takes a tenth of a second.
 */
final class TalkingRing {
    private final Path home;
    private final int longs;
    private final int steps;
    private final OwnApplication application;

    private TalkingRing(Path home, int longs, int steps, OwnApplication application) {
        this.home = home;
        this.longs = longs;
        this.steps = steps;
        this.application = application;
    }

    /**
     * Writes and compiles the application in {@code home}, and creates the file {@code hold}, so that its steps are
     * slow.
     *
     * @param longs the length of the array
     */
    static TalkingRing compile(Path home, int longs, int steps) throws IOException {
        Files.createFile(home.resolve("hold"));
        return new TalkingRing(
                home, longs, steps, OwnApplication.compile(home, "own.Ring", """
                package own;
                import java.io.Serializable;
                import java.nio.file.*;
                import java.util.Arrays;
                import org.moide.commlib.*;
                import org.moide.engine.*;
                public final class Ring implements Application {
                    static final class State implements Serializable {
                        int step;
                        long sum;
                    }
                    public void run(ComputeThread self) throws Exception {
                        int longs = %d;
                        State state = self.restore(State::new);
                        state.sum += state.step == 0 ? self.id() : 0;
                        int next = (self.id() + 1) %% self.count();
                        int before = (self.id() + self.count() - 1) %% self.count();
                        long[] come = new long[longs];
                        while (state.step < %d) {
                            long[] mine = new long[longs];
                            Arrays.fill(mine, state.sum);
                            Pending sent = self.comm().isend(next, 1, mine);
                            self.comm().receive(before, 1, come);
                            sent.await();
                            state.sum = 31 * state.sum + come[0] + come[longs - 1] + state.step;
                            state.step++;
                            if (Files.exists(Path.of("hold"))) {
                                Files.writeString(Path.of("step-" + self.id()), "" + state.step);
                                Thread.sleep(100);
                            }
                            self.checkpoint(state);
                        }
                        long all = self.comm().allReduce(state.sum, Reduction.SUM);
                        if (self.id() == 0) {
                            self.report().put("sum", all);
                        }
                    }
                }
                """.formatted(longs, steps)));
    }

    /**
     * Runs the application through another program.
     *
     * @param by the words to put before the command, such as a program that runs it on another host
     */
    MoideProcess run(List<String> by, String... options) {
        List<String> words = new ArrayList<>(
                List.of("run", "--no-progress", "--threads", "1", "--checkpoint-share", "100", "--report", "run.json"));
        words.addAll(List.of(options));
        words.addAll(List.of("--classpath", application.classes().toString(), "own.Ring"));
        return MoideProcess.start(home, by, words.toArray(String[]::new));
    }

    /** Waits until each of this number of IDs has made some steps and checkpoints have been made. */
    void awaitSteps(int ids) {
        Awaitility.await("all talk").until(() -> {
            for (int id = 0; id < ids; id++) {
                Path step = home.resolve("step-" + id);
                if (!Files.exists(step) || Files.readString(step).length() < 2) {
                    return false;
                }
            }
            return true;
        });
    }

    /** Deletes the file {@code hold}, so that steps take no longer than they need. */
    void letGo() throws IOException {
        Files.delete(home.resolve("hold"));
    }

    /** Requires the result of an undisturbed run with this number of IDs. */
    void assertResult(int ids) throws IOException {
        long[] sums = new long[ids];
        for (int id = 0; id < ids; id++) {
            sums[id] = id;
        }
        for (int step = 0; step < steps; step++) {
            long[] next = new long[ids];
            for (int id = 0; id < ids; id++) {
                next[id] = 31 * sums[id] + 2 * sums[(id + ids - 1) % ids] + step;
            }
            sums = next;
        }
        long sum = 0;
        for (long each : sums) {
            sum += each;
        }
        assertThat(Json.read(home.resolve("run.json"))
                        .getAsJsonObject("result")
                        .get("sum")
                        .getAsLong())
                .isEqualTo(sum);
    }
}
