package org.moide.command.story;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A user's own SPMD application whose objects, called actors, send each other numbered messages. In each step an actor
 * sends two messages to actors that a hash of step and sender selects. A receiver can therefore compute which messages
 * must come from each ID, and in which order. A lost, duplicated or reordered message ends the run. The content of a
 * message, and the digest at the end, depend on everything that was received before.
 *
 * <p>If the number of IDs is constant, messages are received three steps after they were sent, so checkpoints contain
 * unreceived ones. If it changes, actors move between IDs, and some messages are so long that they wait for their
 * receiver.
 */
final class NumberedMessages {
    static final int STEPS = 2_000;

    private static final String SOURCE = """
            package own;
            import java.io.Serializable;
            import java.nio.file.*;
            import java.util.*;
            import org.moide.commlib.*;
            import org.moide.engine.*;

            public final class Numbered implements Application {
                private static final int ACTORS = 24;
                private static final int STEPS = %d;
                private static final int EACH = 2;
                private static final int TAG = 5;
                private static final int HEAD = 4;
                private static final int LONG = 20_000;

                static final class Actor implements Serializable {
                    long digest;
                    long count;
                    final long[] sent = new long[ACTORS];
                    final long[] received = new long[ACTORS];
                }

                static final class State implements Serializable {
                    int step;
                    final TreeMap<Integer, Actor> actors = new TreeMap<>();
                    final ArrayDeque<long[]> toMyself = new ArrayDeque<>();
                }

                private ComputeThread self;
                private State state;
                private int lag;
                private final List<Pending> begun = new ArrayList<>();

                public void run(ComputeThread thread) throws Exception {
                    self = thread;
                    lag = thread.arguments().count("--lag", 0, 0, 10);
                    state = lag > 0
                            ? thread.restore(this::initial)
                            : thread.restore(this::initial, (all, me) -> moved(all));
                    while (state.step < STEPS + lag) {
                        if (state.step < STEPS) {
                            send(state.step);
                        }
                        if (state.step >= lag) {
                            receive(state.step - lag);
                        }
                        begun.forEach(Pending::await);
                        begun.clear();
                        if (Files.exists(Path.of("hold"))) {
                            Thread.sleep(60);
                        }
                        state.step++;
                        thread.checkpoint(state);
                    }
                    long digest = 0;
                    long count = 0;
                    for (Actor actor : state.actors.values()) {
                        digest += actor.digest;
                        count += actor.count;
                    }
                    long all = thread.comm().allReduce(digest, Reduction.SUM);
                    long messages = thread.comm().allReduce(count, Reduction.SUM);
                    if (thread.id() == 0) {
                        thread.report().put("digest", Long.toHexString(all));
                        thread.report().put("messages", messages);
                        thread.report().put("ids", thread.count());
                    }
                }

                private int ownerOf(int actor) {
                    return actor %% self.count();
                }

                private State initial() {
                    State made = new State();
                    for (int actor = self.id(); actor < ACTORS; actor += self.count()) {
                        made.actors.put(actor, new Actor());
                    }
                    return made;
                }

                private State moved(List<State> all) {
                    State made = new State();
                    for (int id = 0; id < all.size(); id++) {
                        State then = all.get(id);
                        made.step = then.step;
                        then.actors.forEach((number, actor) -> {
                            if (ownerOf(number) == self.id()) {
                                made.actors.put(number, actor);
                            }
                        });
                    }
                    return made;
                }

                private static long mix(long value) {
                    long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
                    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
                    return mixed ^ (mixed >>> 31);
                }

                private static long hash(int step, int actor, int which) {
                    return mix(((long) step << 32) + 64L * actor + which + 1);
                }

                private static int receiver(int step, int actor, int which) {
                    return (int) Math.floorMod(hash(step, actor, which), (long) ACTORS);
                }

                private int length(int step, int actor, int which) {
                    long hash = mix(hash(step, actor, which));
                    boolean isLong = lag == 0 && Math.floorMod(hash, 200L) == 0;
                    return HEAD + (isLong ? LONG : (int) Math.floorMod(hash, 30L));
                }

                private void send(int step) {
                    for (Map.Entry<Integer, Actor> from : state.actors.entrySet()) {
                        for (int which = 0; which < EACH; which++) {
                            int to = receiver(step, from.getKey(), which);
                            long[] message = new long[length(step, from.getKey(), which)];
                            Arrays.fill(message, hash(step, to, which));
                            message[0] = step;
                            message[1] = ((long) from.getKey() << 32) + to;
                            message[2] = from.getValue().sent[to]++;
                            message[3] = from.getValue().digest;
                            if (ownerOf(to) == self.id()) {
                                state.toMyself.add(message);
                            } else if (lag == 0) {
                                begun.add(self.comm().isend(ownerOf(to), TAG, Slice.of(message)));
                            } else {
                                self.comm().send(ownerOf(to), TAG, message);
                            }
                        }
                    }
                }

                private void receive(int step) {
                    for (int id = 0; id < self.count(); id++) {
                        for (int from = id; from < ACTORS; from += self.count()) {
                            for (int which = 0; which < EACH; which++) {
                                int to = receiver(step, from, which);
                                if (ownerOf(to) == self.id()) {
                                    take(step, from, to, which, id);
                                }
                            }
                        }
                    }
                }

                private void take(int step, int from, int to, int which, int id) {
                    int length = length(step, from, which);
                    long[] message = new long[HEAD + LONG];
                    if (id == self.id()) {
                        message = state.toMyself.remove();
                    } else {
                        int received = self.comm().receive(id, TAG, message);
                        message = Arrays.copyOf(message, received);
                    }
                    Actor actor = state.actors.get(to);
                    long[] expected = new long[length];
                    Arrays.fill(expected, hash(step, to, which));
                    expected[0] = step;
                    expected[1] = ((long) from << 32) + to;
                    expected[2] = actor.received[from]++;
                    expected[3] = message[3];
                    if (!Arrays.equals(message, expected)) {
                        throw new IllegalStateException("message from actor " + from + " to " + to + ": expected "
                                + Arrays.toString(Arrays.copyOf(expected, HEAD)) + " of " + length + " longs, found "
                                + Arrays.toString(Arrays.copyOf(message, HEAD)) + " of " + message.length);
                    }
                    actor.count++;
                    actor.digest += mix(message[3] + mix(expected[1]) + mix(expected[2]) + step);
                }
            }
            """.formatted(STEPS);

    private final Path home;
    private final OwnApplication application;

    private NumberedMessages(Path home, OwnApplication application) {
        this.home = home;
        this.application = application;
    }

    /** Writes and compiles the application in {@code home}. */
    static NumberedMessages compile(Path home) throws IOException {
        return new NumberedMessages(home, OwnApplication.compile(home, "own.Numbered", SOURCE));
    }

    /**
     * Runs the application on three engines, one of them the coordinator's own.
     *
     * @param lag the number of steps for which messages stay unreceived; 0 if the number of IDs may change
     */
    MoideProcess run(String hosts, int lag) {
        return run(List.of(), hosts, lag);
    }

    /**
     * Runs the application through another program.
     *
     * @param by the words to put before the command, such as a program that runs it on another host
     */
    MoideProcess run(List<String> by, String hosts, int lag) {
        return MoideProcess.start(
                home,
                by,
                "run",
                "--hosts",
                hosts,
                "--engines",
                "3",
                "--threads",
                "1",
                "--no-progress",
                "--report",
                "run.json",
                "--classpath",
                application.classes().toString(),
                "own.Numbered",
                "--lag",
                Integer.toString(lag));
    }

    /** Makes each step slow from now on, so that the run has not ended when the test changes it. */
    void hold() throws IOException {
        Files.createFile(home.resolve("hold"));
    }

    /** Lets steps run at full speed again, after {@link #hold}. */
    void letGo() throws IOException {
        Files.delete(home.resolve("hold"));
    }

    /** Returns the report of the last run. */
    JsonObject report() throws IOException {
        return Json.read(home.resolve("run.json"));
    }
}
