package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.moide.command.runs.RunCalls;
import org.moide.commlib.system.SystemHost;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.folder.RunFolders;
import org.moide.coordinator.folder.RunState;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.HostList;
import org.moide.engine.control.Timing;

/**
 * Makes random changes of a run's engines other than the coordinator's own: by commands, by signals to daemons, and by
 * SIGKILL. Makes a change every two seconds, or later if the change before is not complete by then.
 */
final class RandomChanges implements AutoCloseable {
    private static final Duration EVERY = Duration.ofSeconds(2);
    private static final Duration LONGEST = Duration.ofSeconds(90);
    /** The time within which the run notices the end of a process. */
    private static final Duration QUIET = Duration.ofSeconds(1);

    /**
     * The greatest number of engines besides the coordinator's own. With the coordinator's engine and one that is just
     * leaving, there are five at most.
     */
    private static final int MOST_OTHERS = 3;

    private enum Kind {
        EXPAND,
        SHRINK,
        REPLACE,
        DRAIN,
        LEAVE,
        KILL_ENGINE,
        KILL_DAEMON,
        KILL_WHILE_REPLACING
    }

    private final Path home;
    private final List<Daemon> daemons;
    private final MoideProcess run;
    private final RunCalls calls;
    private final SplittableRandom random;
    private final List<String> told = new ArrayList<>();

    /**
     * Creates the object.
     *
     * @param daemons the daemons on which the run has engines, at most one each; a daemon that ends is started again
     */
    RandomChanges(Path home, List<Daemon> daemons, MoideProcess run, long seed) {
        this.home = home;
        this.daemons = daemons;
        this.run = run;
        this.random = new SplittableRandom(seed);
        this.calls = Awaitility.await("the door of " + run)
                .atMost(LONGEST)
                .ignoreExceptions()
                .until(
                        () -> new RunCalls(
                                new RunFolders(home.resolve(".moide/runs"), SystemHost.name())
                                        .find(null, RunState.RUNNING)
                                        .control(),
                                Timing.USUAL),
                        opened -> true);
    }

    /** Returns descriptions of the changes that were made, in order. */
    List<String> told() {
        return told;
    }

    /** Makes this number of changes, and returns when the last is complete. */
    void make(int changes) throws Exception {
        awaitSettled(Duration.ZERO);
        for (int change = 0; change < changes; change++) {
            long begin = System.nanoTime();
            boolean done = false;
            while (!done) {
                done = makeOne(Kind.values()[random.nextInt(Kind.values().length)]);
            }
            Duration rest = EVERY.minusNanos(System.nanoTime() - begin);
            if (!rest.isNegative()) {
                Lapse.of(rest);
            }
        }
    }

    /**
     * Makes a change of this kind.
     *
     * @return false if it is not possible now
     */
    private boolean makeOne(Kind kind) throws Exception {
        RunStatus before = status();
        List<RunStatus.EngineStatus> others = others(before);
        int engine = others.isEmpty() ? -1 : one(others).seat();
        boolean fit = switch (kind) {
            case EXPAND -> before.work().resizable() && others.size() < MOST_OTHERS;
            case SHRINK -> before.work().resizable() && others.size() > 1;
            case REPLACE, DRAIN, LEAVE, KILL_WHILE_REPLACING -> others.size() > 0 && others.size() < MOST_OTHERS;
            case KILL_ENGINE, KILL_DAEMON -> others.size() > 0;
        };
        int place = busyPlace(others);
        boolean needsPlace = kind == Kind.DRAIN || kind == Kind.LEAVE || kind == Kind.KILL_DAEMON;
        if (!fit || (needsPlace && place < 0)) {
            return false;
        }
        told.add(kind + (needsPlace ? " at " + daemons.get(place).address() : " of " + engine) + ", " + others.size()
                + " engines beside the coordinator's");
        switch (kind) {
            case EXPAND -> order(new ChangeOrder.Expand(freePlace(others)));
            case SHRINK -> order(new ChangeOrder.Shrink(engine));
            case REPLACE -> order(new ChangeOrder.Replace(engine, freePlace(others)));
            case DRAIN -> order(new ChangeOrder.Drain(daemons.get(place).address()));
            case LEAVE -> {
                daemons.get(place).process().terminate();
                daemons.get(place).process().awaitExit();
                startAgain(place);
            }
            case KILL_ENGINE -> {
                one(processes()).destroyForcibly();
                awaitLoss(before);
            }
            case KILL_DAEMON -> {
                daemons.get(place).process().kill();
                awaitLoss(before);
                startAgain(place);
            }
            case KILL_WHILE_REPLACING -> {
                ProcessHandle victim = one(processes());
                CompletableFuture<ChangeAnswer> answer = CompletableFuture.supplyAsync(
                        () -> calls.control().change(new ChangeOrder.Replace(engine, List.of())));
                Duration after = Duration.ofMillis(random.nextInt(2_000));
                Lapse.of(after);
                victim.destroyForcibly();
                told.add("  killed " + after + " after; " + answer.get().lines());
            }
        }
        awaitSettled(kind == Kind.KILL_WHILE_REPLACING ? QUIET : Duration.ZERO);
        return true;
    }

    private void order(ChangeOrder order) {
        ChangeAnswer answer = calls.control().change(order);
        assertThat(answer.done())
                .as("%s: %s, after %s", order, answer.lines(), told)
                .isTrue();
    }

    private RunStatus status() {
        return calls.control().status();
    }

    private static List<RunStatus.EngineStatus> others(RunStatus status) {
        return status.engines().stream()
                .filter(engine -> engine.isComputing() && engine.seat() != 0)
                .toList();
    }

    private <T> T one(List<T> several) {
        return several.get(random.nextInt(several.size()));
    }

    private List<ProcessHandle> processes() {
        return daemons.stream()
                .flatMap(daemon -> daemon.process().engines().stream())
                .toList();
    }

    private static long engines(Daemon daemon, List<RunStatus.EngineStatus> others) {
        return others.stream()
                .filter(engine -> engine.daemon().equals(daemon.address()))
                .count();
    }

    /**
     * Returns a daemon without an engine, as a list of one; an empty list if there is none. If a change did not name a
     * daemon, all engines would go to the same one.
     */
    private List<DaemonAddress> freePlace(List<RunStatus.EngineStatus> others) {
        List<Daemon> free =
                daemons.stream().filter(daemon -> engines(daemon, others) == 0).toList();
        return HostList.readOption(one(free.isEmpty() ? daemons : free).address());
    }

    /** Returns the index of a random daemon with one engine; -1 if there is none. */
    private int busyPlace(List<RunStatus.EngineStatus> others) {
        List<Integer> busy = new ArrayList<>();
        for (int place = 0; place < daemons.size(); place++) {
            if (engines(daemons.get(place), others) == 1) {
                busy.add(place);
            }
        }
        return busy.isEmpty() ? -1 : one(busy);
    }

    private void startAgain(int place) {
        Daemon gone = daemons.get(place);
        gone.close();
        daemons.set(place, Daemon.startAt(home, gone.port()));
    }

    private static long lost(RunStatus status) {
        return status.engines().stream()
                .filter(engine -> engine.standing() == RunStatus.EngineStatus.Standing.LOST)
                .count();
    }

    private void awaitLoss(RunStatus before) {
        Awaitility.await("a loss, after " + told).atMost(LONGEST).until(() -> lost(status()) > lost(before));
    }

    /** Waits until all engines have been computing for this time. */
    private void awaitSettled(Duration during) {
        Awaitility.await("the end of the last of " + told + "; " + run)
                .during(during)
                .atMost(LONGEST)
                .until(() -> {
                    assertThat(run.isAlive())
                            .as("alive after %s: %s", told, run)
                            .isTrue();
                    RunStatus now = status();
                    return now.state() == RunStatus.State.COMPUTING
                            && now.work().replaceable()
                            && now.engines().stream()
                                    .noneMatch(engine -> engine.standing() == RunStatus.EngineStatus.Standing.STARTING
                                            || engine.standing() == RunStatus.EngineStatus.Standing.LEAVING);
                });
    }

    @Override
    public void close() throws IOException {
        calls.close();
    }
}
