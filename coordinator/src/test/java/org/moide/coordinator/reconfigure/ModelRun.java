package org.moide.coordinator.reconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Location;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.collective.Tuning;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.registration.Registration;
import org.moide.commlib.sim.EventQueue;
import org.moide.commlib.sim.Network;
import org.moide.commlib.sim.NodeClock;
import org.moide.commlib.sim.Wires;
import org.moide.coordinator.commit.Commit;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Timing;

/**
 * A whole SPMD run in simulated time: the coordinator's real core and models of engines. All random numbers come from
 * the seed. Messages between two processes arrive in order after some time; engines die.
 */
final class ModelRun {
    /** The number by which the coordinator is addressed. Engines are addressed by their own numbers. */
    private static final int COORDINATOR = -1;

    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int MOST_EVENTS = 200_000;

    /** The time between two ticks of the control thread. Ticks come even if there are no events. */
    private static final Duration TICK = Duration.ofSeconds(1);

    /** The greatest number of consecutive ticks between which no event happens. No part of a run waits longer. */
    private static final int MOST_IDLE_TICKS = 10;

    final SplittableRandom random;
    final boolean redistributes;
    /** Whether the application calls {@code restore}. */
    final boolean restores;

    /** Whether threads may have entered the application by now. */
    boolean begun;

    /** Whether the coordinator has learned of a loss of an engine after threads entered the application. */
    boolean lostAfterBegin;

    final Map<Integer, ModelEngine> engines = new TreeMap<>();
    final List<String> heard = new ArrayList<>();
    final List<String> notes = new ArrayList<>();
    final List<Double> firstPowers = new ArrayList<>();
    final List<String> changes = new ArrayList<>();
    final Map<Long, ModelMeeting> meetings = new HashMap<>();
    private final SpmdEpochs core;
    private List<String> answers = new ArrayList<>();
    private final EventQueue queue;
    private final NodeClock clock;
    private final Network<Integer> network;
    private final Map<Long, Integer> idsOfEpoch = new HashMap<>();
    private @Nullable CheckpointName committed;
    private @Nullable Commit lastOnDisk;
    private int hostless;
    private boolean deadly;

    final @Nullable ModelDisk disk;

    @Nullable
    String failure;

    /** The connections between processes, which deliver messages in order. Engines are addressed by their numbers. */
    private final class Connections implements Wires<Integer> {
        private final Map<List<Integer>, Long> lastArrival = new HashMap<>();

        @Override
        public long nanos(Integer from, Integer to, long bytes) {
            long now = queue.nanoTime();
            long at = Math.max(now + some(5), lastArrival.getOrDefault(List.of(from, to), 0L) + 1);
            lastArrival.put(List.of(from, to), at);
            return at - now;
        }
    }

    ModelRun(long seed, int count, boolean redistributes) {
        this(seed, threads(new SplittableRandom(seed), count), redistributes, null);
    }

    /** Creates a run with a disk, which resumes from the disk's latest commit, if any. */
    ModelRun(long seed, List<Integer> threads, boolean redistributes, @Nullable ModelDisk disk) {
        this(seed, threads, redistributes, disk, true, Set.of());
    }

    /**
     * Creates a run with all options.
     *
     * @param restores whether the application calls restore
     * @param missing the numbers of engines that are lost before they can be reached
     */
    ModelRun(
            long seed,
            List<Integer> threads,
            boolean redistributes,
            @Nullable ModelDisk disk,
            boolean restores,
            Set<Integer> missing) {
        this.random = new SplittableRandom(seed);
        this.queue = new EventQueue(seed, MOST_EVENTS);
        this.clock = new NodeClock(queue, TimeUnit.HOURS.toNanos(1));
        this.network = new Network<>(queue, new Connections());
        this.redistributes = redistributes;
        this.restores = restores;
        this.disk = disk;
        this.core = new SpmdEpochs(new EpochSettings(
                Tuning.DEFAULT,
                true,
                disk == null ? CheckpointDisk.NONE : new CheckpointDisk("/disk", disk.latest(), disk.latestEpoch()),
                1,
                false,
                Timing.USUAL));
        List<EnginePlace> places = new ArrayList<>();
        for (int ofOne : threads) {
            places.add(newEngine(places.size(), ofOne));
        }
        missing.forEach(seat -> Objects.requireNonNull(engines.get(seat)).alive = false);
        Map<Integer, String> why = new HashMap<>();
        missing.forEach(seat -> why.put(seat, "was killed"));
        perform(core.begin(places, why, now()));
    }

    static List<Integer> threads(SplittableRandom random, int count) {
        return random.ints(count, 1, 3).boxed().toList();
    }

    private void write(Commit commit) {
        ModelDisk there = Objects.requireNonNull(disk);
        after(some(30), () -> {
            String problem = there.write(commit);
            after(some(5), () -> perform(core.writtenDown(commit.checkpoint(), problem)));
        });
    }

    /** Simulates the run up to this time. Then the coordinator and all engines are lost. */
    void playUntil(long nanos) {
        long end = queue.nanoTime() + nanos;
        boolean[] over = {false};
        after(nanos, () -> over[0] = true);
        while (failure == null && !core.isDone() && !over[0]) {
            happen();
            mustNotLoseWhatIsOnDisk();
        }
        assertThat(queue.nanoTime()).isLessThanOrEqualTo(end);
    }

    /**
     * Checks that another coordinator could resume the run from the disk now, and from no earlier checkpoint than it
     * could before.
     */
    private void mustNotLoseWhatIsOnDisk() {
        Commit there = Objects.requireNonNull(disk).latest();
        Commit before = lastOnDisk;
        if (before != null) {
            assertThat(there).as("after checkpoint %s", before.checkpoint()).isNotNull();
            assertThat(Objects.requireNonNull(there).checkpoint()).isGreaterThanOrEqualTo(before.checkpoint());
        }
        lastOnDisk = there;
    }

    boolean isDone() {
        return core.isDone();
    }

    private EnginePlace newEngine(int seat, int threads) {
        double power = 1 + random.nextInt(9);
        NodeReference node = new NodeReference("n" + seat, List.of(), 1);
        engines.put(seat, new ModelEngine(seat, this));
        return new EnginePlace(seat, "h" + seat % 4, node, threads, power, Location.UNKNOWN);
    }

    // --- time -----------------------------------------------------------------------------------------------------

    void after(long nanos, Runnable action) {
        queue.after(nanos, "model", action);
    }

    long some(int mostMillis) {
        return 1 + random.nextLong(mostMillis * MILLI);
    }

    /**
     * Simulates the run to its end.
     *
     * @param each is called after every event
     */
    void play(Runnable each) {
        while (failure == null && !core.isDone()) {
            happen();
            each.run();
        }
    }

    /**
     * Executes the next event. If there is none, lets the core tick until there is one, because the core may be waiting
     * for a time limit.
     */
    private void happen() {
        for (int tick = 0; queue.pending() == 0 && tick < MOST_IDLE_TICKS; tick++) {
            queue.runFor(TICK);
            perform(core.tick(now(), now()));
        }
        assertThat(queue.step())
                .as("nothing happens any more, and the run is not over: %s", notes)
                .isTrue();
        perform(core.tick(now(), now()));
    }

    /** Returns the time on the coordinator's clock. */
    private long now() {
        return clock.nanoTime();
    }

    // --- what engines do ------------------------------------------------------------------------------------------

    void report(int seat, EngineReport report) {
        network.send(seat, COORDINATOR, 0, "report", () -> {
            if (report instanceof EngineReport.Said said) {
                if (core.isNew(said)) {
                    heard.add(said.id() + ":" + said.number());
                }
            } else if (report instanceof EngineReport.Failed failed) {
                fail(failed.headline());
            } else if (report instanceof EngineReport.OfEpoch told) {
                perform(core.reported(seat, told, now()));
            }
        });
    }

    boolean isAlive(int seat) {
        ModelEngine engine = engines.get(seat);
        return engine != null && engine.alive;
    }

    /**
     * Returns at random whether the last message of an engine gets lost when the engine closes its connections. Returns
     * false unless the threads of some engine have left this epoch.
     */
    boolean losesLastWord(long epoch) {
        return engines.values().stream().anyMatch(engine -> engine.hasLeft(epoch)) && random.nextInt(8) == 0;
    }

    /** Kills an engine. The coordinator learns of it after a random time. */
    void kill(int seat) {
        Objects.requireNonNull(engines.get(seat)).alive = false;
        after(random.nextInt(3) == 0 ? TimeUnit.SECONDS.toNanos(3) : some(20), () -> {
            lostAfterBegin |= begun;
            perform(core.lost(seat, "engine-" + seat + " was lost", now()));
        });
    }

    /** Makes all engines that are started from now on die before they have registered. */
    void haveDeadlyHosts() {
        deadly = true;
    }

    /** Makes the next request for an engine fail, because there is no host for it. */
    void haveNoHost() {
        hostless++;
    }

    /**
     * Orders a change of engines.
     *
     * @param answered receives the lines of the answer
     */
    void want(ChangeOrder.OfEngines order, List<String> answered) {
        answers = answered;
        perform(core.change(1, order, ChangeReason.BY_COMMAND, now()));
    }

    long epoch() {
        return core.epoch();
    }

    List<Integer> living() {
        return engines.values().stream()
                .filter(engine -> engine.alive)
                .map(engine -> engine.seat)
                .toList();
    }

    // --- what the core wants --------------------------------------------------------------------------------------

    private void perform(List<EpochOutput> outputs) {
        for (EpochOutput output : outputs) {
            if (output instanceof EpochOutput.Tell told) {
                tell(told.seat(), told.command());
            } else if (output instanceof EpochOutput.Recruit recruit) {
                recruit(recruit.seat(), recruit.threads());
            } else if (output instanceof EpochOutput.Begin begin) {
                begin(begin.registration(), begin.members());
            } else if (output instanceof EpochOutput.Note note) {
                notes.add(note.line());
            } else if (output instanceof EpochOutput.Changed changed) {
                assertThat(changed.tookNanos()).isNotNegative();
                changes.add(changed.kind());
            } else if (output instanceof EpochOutput.Answer answer) {
                answers.addAll(answer.answer().lines());
            } else if (output instanceof EpochOutput.Retire retired) {
                Objects.requireNonNull(engines.get(retired.seat())).alive = false;
            } else if (output instanceof EpochOutput.Write write) {
                write(write.commit());
            } else if (output instanceof EpochOutput.LookForRestore) {
                perform(core.callsRestore(restores, now()));
            } else if (output instanceof EpochOutput.Unexplained unexplained) {
                fail(unexplained.failure().headline());
            } else if (output instanceof EpochOutput.CannotGoOn cannot) {
                fail(cannot.why());
            } else if (output instanceof EpochOutput.Nobody nobody) {
                assertThat(begun).as("'%s' after threads began", nobody.why()).isFalse();
                failure = nobody.why();
            }
        }
    }

    private void tell(int seat, EngineCommand command) {
        if (command instanceof EngineCommand.CheckpointCommitted told) {
            committed = told.checkpoint();
        } else if (command instanceof EngineCommand.Register register && firstPowers.isEmpty()) {
            firstPowers.addAll(register.powers());
        }
        network.send(COORDINATOR, seat, 0, "command", () -> {
            if (isAlive(seat)) {
                Objects.requireNonNull(engines.get(seat)).take(command);
            }
        });
    }

    private void recruit(int seat, int threads) {
        after(some(300), () -> {
            if (hostless > 0) {
                hostless--;
                perform(core.notMade(seat, "no host is left"));
            } else {
                perform(core.made(newEngine(seat, threads == 0 ? 1 : threads), now()));
                if (deadly) {
                    kill(seat);
                }
            }
        });
    }

    private void begin(Registration registration, Membership members) {
        begun = true;
        idsOfEpoch.put(registration.epoch(), registration.count());
        for (ModelEngine engine : engines.values()) {
            assertThat(!engine.alive || engine.isOutOf(registration.epoch() - 1))
                    .as("engine-%s is out of epoch %s before the next begins", engine.seat, registration.epoch() - 1)
                    .isTrue();
        }
        for (Membership.Member member : members.all()) {
            tell(member.number(), ModelEngine.start(members));
        }
    }

    private void fail(String why) {
        failure = why;
        CheckpointName last = committed;
        if (why.contains("are lost") && last != null) {
            assertThat(isLost(last, idsOfEpoch.getOrDefault(last.epoch(), 0)))
                    .as("%s: is it?", why)
                    .isTrue();
        }
    }

    // --- what came of it ------------------------------------------------------------------------------------------

    /** Returns all cells as they are at the end of the run, put together from the engines of the last epoch. */
    long[] result() {
        long[] cells = new long[ModelCells.COUNT];
        for (ModelEngine engine : engines.values()) {
            if (engine.finishedIn == epoch()) {
                engine.states
                        .values()
                        .forEach(state ->
                                System.arraycopy(state.cells(), 0, cells, state.first(), state.cells().length));
            }
        }
        return cells;
    }

    /** Returns whether some state of this checkpoint is lost, since no living engine keeps it. */
    private boolean isLost(CheckpointName name, int count) {
        Map<Integer, Boolean> there = new LinkedHashMap<>();
        engines.values().stream()
                .filter(engine -> engine.alive)
                .forEach(engine ->
                        engine.store.getOrDefault(name, Map.of()).keySet().forEach(id -> there.put(id, true)));
        return there.size() < count;
    }
}
