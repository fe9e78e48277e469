package org.moide.coordinator.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.MemberLostException;
import org.moide.commlib.sim.EventQueue;
import org.moide.commlib.sim.NetworkModel;
import org.moide.commlib.sim.SimNode;
import org.moide.commlib.sim.SimulationException;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.run.replay.RunReplay;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.Program;
import org.moide.engine.control.EngineReport;

/**
 * A simulated run and its {@link Trouble troubles}, the faults and orders that disturb it. All random choices come from
 * a seed. After the last trouble everything is repaired. Then the run must end with the right result and leave no
 * process behind.
 */
public record Scenario(long seed, RunKind kind, RunShape shape, List<Trouble> troubles) {
    private static final int MOST_ENGINES = 4;
    private static final int MOST_TROUBLES = 5;

    /**
     * One of so many seeds gives a run that has no faults but changes of engines. In such a run no work may be lost,
     * repeated or late.
     */
    private static final int SEEDS_FOR_ONE_THAT_IS_CALM = 4;

    /** One of so many seeds gives a run whose engines are started by daemons. The daemons have troubles too. */
    private static final int SEEDS_FOR_ONE_WITH_DAEMONS = 3;

    private static final int MOST_OF_DAEMONS = 2;

    /**
     * The number that is added to the seed of a run with cut hosts. The random choices of such a run are thus
     * independent of those of other runs.
     */
    private static final long CUT_HOSTS = 1L << 40;

    /** The number that is added to the seed of a run with late threads, like {@link #CUT_HOSTS}. */
    private static final long LATE_THREADS = 1L << 41;

    private static final int SEEDS_FOR_ONE_TROUBLE_MORE = 3;

    /**
     * One of so many runs with daemons lasts for some seconds, because daemons need that long to handle a broken
     * connection.
     */
    private static final int LASTS_ONCE_IN = 6;

    private static final int PACE_OF_ONE_THAT_LASTS = 20;

    private static final List<String> STRATEGIES = List.of("guided", "stealing", "demand");

    /**
     * The strategies for workers; a run uses one of them. Most of them move workers all the time, since this finds
     * errors in moving workers.
     */
    private static final List<String> OF_WORKERS = List.of("rotate", "receiver", "rotate");

    /** The number of tasks with which a bag begins. These create further tasks, up to some 160 in total. */
    private static final int ROOTS = 40;

    /** The number of steps of an SPMD run. Within a run there are three checkpoints. */
    private static final int STEPS = 20;

    /** The approximate time of a run without troubles. */
    private static final Duration UNTROUBLED = Duration.ofMillis(400);

    /**
     * One of so many runs changes its engines by itself. Such a run lasts long, since a reason for a change must last
     * for some seconds.
     */
    private static final int CHANGES_ONCE_IN = 12;

    /** The time of a run that changes its engines by itself. */
    private static final Duration CHANGING = Duration.ofSeconds(40);

    /**
     * The factor by which tasks take longer in a run that changes its engines by itself. {@code PACE_OF_STEPS} is the
     * factor for the steps of an SPMD run.
     */
    private static final int PACE_OF_TASKS = 50;

    private static final int PACE_OF_STEPS = 90;

    /**
     * The time from the beginning of the last trouble until everything is repaired. It is longer than the longest
     * trouble, which lasts 40 s.
     */
    private static final Duration HEALED = Duration.ofSeconds(45);

    /**
     * The limit of simulated time for a run. A process that is cut off is given up after a minute, and calls without
     * reply are repeated each second.
     */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** The simulated time in which the last commands can arrive after a run was closed. */
    private static final Duration FLUSH = Duration.ofSeconds(2);

    /**
     * The simulated time after the run within which all processes must have ended. A daemon gives up a run 3 s after
     * its connection to the coordinator was closed, but it may have been paused for 40 s. It gives up a coordinator
     * that is silent after 60 s.
     */
    private static final Duration GONE = Duration.ofSeconds(50);

    /** The time without any message after which a process may be given up. */
    private static final Duration CUT_OFF = Duration.ofSeconds(35);

    /**
     * The messages of failures that are excused. A run may fail if it has lost both engines that keep a state, or all
     * engines that could replace a lost one.
     */
    private static final List<String> EXCUSES = List.of("are lost", "is lost", "nobody in the place", "happen again");

    public Scenario {
        troubles = troubles.stream().sorted(Comparator.comparing(Trouble::at)).collect(Collectors.toUnmodifiableList());
    }

    boolean isBag() {
        return kind == RunKind.BAG;
    }

    /**
     * The outcome of a run.
     *
     * @param digest a digest of all events, equal for equal runs
     * @param events the number of events
     * @param took the simulated time
     * @param joined the number of engines that joined while all other engines computed; for workers, under the last
     *     coordinator
     * @param meaning the lines for the user about coordinators, changes and losses, and the results or the failure
     * @param recordings the recordings of its coordinators
     */
    record Played(
            long digest, long events, Duration took, long joined, String meaning, List<RecordedInMemory> recordings) {}

    public static Scenario drawn(long seed, RunKind kind) {
        boolean bag = kind == RunKind.BAG;
        List<String> strategies = kind == RunKind.WORKERS ? OF_WORKERS : STRATEGIES;
        RandomGenerator random = new SplittableRandom(kind.seedOf(seed));
        boolean changes = random.nextInt(CHANGES_ONCE_IN) == 0;
        boolean hosted = seed % SEEDS_FOR_ONE_WITH_DAEMONS == 0;
        boolean lasts = hosted && !changes && random.nextInt(LASTS_ONCE_IN) == 0;
        int slowPace = bag ? PACE_OF_TASKS : PACE_OF_STEPS;
        int pace = changes ? slowPace : lasts ? PACE_OF_ONE_THAT_LASTS : 1;
        Duration untroubled = changes ? CHANGING : UNTROUBLED.multipliedBy(pace);
        RunShape shape = new RunShape(
                2 + random.nextInt(MOST_ENGINES - 1),
                1 + random.nextInt(2),
                strategies.get(random.nextInt(strategies.size())),
                bag ? roots(seed) : STEPS,
                pace,
                !bag && random.nextBoolean(),
                !bag && random.nextBoolean(),
                changes,
                hosted);
        int count = random.nextInt(MOST_TROUBLES + 1);
        boolean calm = random.nextInt(SEEDS_FOR_ONE_THAT_IS_CALM) == 0;
        List<Trouble> troubles = IntStream.range(0, count)
                .mapToObj(any -> calm
                        ? Trouble.wish(random, untroubled, shape, bag)
                        : Trouble.drawn(random, untroubled, shape, bag))
                .map(trouble -> kind == RunKind.SPMD ? nowAndThenAnAssistant(trouble, shape) : trouble)
                .toList();
        int more = shape.hosted() ? random.nextInt(MOST_OF_DAEMONS + 1) : 0;
        Stream<Trouble> ofDaemons =
                IntStream.range(0, more).mapToObj(any -> Trouble.ofDaemon(random, untroubled, shape, calm));
        return new Scenario(
                seed, kind, shape, Stream.concat(troubles.stream(), ofDaemons).toList());
    }

    /**
     * Returns a random run in which the engines on some hosts cannot reach each other, although the coordinator reaches
     * all. One host is cut from another, or from several, for some seconds, for up to a minute, or for ever. Every
     * third run has another trouble in addition.
     */
    public static Scenario ofCutHosts(long seed, RunKind kind) {
        List<String> strategies = kind == RunKind.WORKERS ? OF_WORKERS : STRATEGIES;
        RandomGenerator random = new SplittableRandom(kind.seedOf(seed) + CUT_HOSTS);
        boolean bag = kind == RunKind.BAG;
        int pace = random.nextInt(3) == 0 ? 1 : 1 + random.nextInt(bag ? 2 * PACE_OF_TASKS : PACE_OF_STEPS);
        Duration untroubled = UNTROUBLED.multipliedBy(pace);
        RunShape shape = new RunShape(
                3 + random.nextInt(MOST_ENGINES - 1),
                1 + random.nextInt(2),
                strategies.get(random.nextInt(strategies.size())),
                bag ? roots(seed) : STEPS,
                pace,
                !bag && random.nextBoolean(),
                !bag && random.nextBoolean(),
                false,
                seed % SEEDS_FOR_ONE_WITH_DAEMONS == 0,
                random.nextInt(3) == 0);
        List<Trouble> troubles = new ArrayList<>();
        int cuts = switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> 2;
            default -> 1;
        };
        for (int cut = 0; cut < cuts; cut++) {
            troubles.add(Trouble.cutHosts(random, untroubled, shape));
        }
        if (cuts == 0 || random.nextInt(SEEDS_FOR_ONE_TROUBLE_MORE) == 0) {
            troubles.add(
                    cuts == 0 || random.nextBoolean()
                            ? Trouble.isolation(random, untroubled, shape)
                            : Trouble.drawn(random, untroubled, shape, bag));
        }
        return new Scenario(seed, kind, shape, troubles);
    }

    /**
     * Returns a random run like {@link #drawn} on hosts that are busy with others: threads get the processor late, by up
     * to a tenth of a second.
     */
    public static Scenario ofLateThreads(long seed, RunKind kind) {
        Scenario punctual = drawn(seed + LATE_THREADS, kind);
        Trouble late = Trouble.lateThreads(new SplittableRandom(kind.seedOf(seed) + LATE_THREADS));
        return new Scenario(
                seed,
                kind,
                punctual.shape,
                Stream.concat(Stream.of(late), punctual.troubles.stream()).toList());
    }

    /**
     * Turns some orders for a further engine into orders for an assistant. Draws no random number for that, so that the
     * other troubles of the seed stay the same.
     */
    private static Trouble nowAndThenAnAssistant(Trouble trouble, RunShape shape) {
        long nanos = trouble.at().toNanos();
        boolean expands = trouble instanceof Trouble.Order order && order.order() instanceof ChangeOrder.Expand;
        int seat = (int) (nanos / 2 % shape.engines());
        return expands && nanos % 2 == 0
                ? new Trouble.Order(trouble.at(), new ChangeOrder.Assist(seat, List.of()))
                : trouble;
    }

    /** Simulates the run. Throws an exception if the run does not end as expected. */
    Played play() {
        return play(null);
    }

    /** Simulates the run like {@link #play()}, and reports all events to {@code watcher}. */
    Played play(EventQueue.@Nullable Watcher watcher) {
        try (SimulatedRun run = new SimulatedRun(seed, shape, application())) {
            if (watcher != null) {
                run.cluster().queue().watch(watcher);
            }
            for (Trouble trouble : troubles) {
                run.cluster().after(trouble.at(), trouble.toString(), () -> trouble.strike(run));
            }
            Duration healed = healed();
            run.cluster().after(healed, "all is healed", () -> heal(run));
            run.begin();
            try {
                run.cluster().runUntil(run::isOver, Expectations.limit(this, healed.plus(LIMIT)));
                replay(run);
                check(run);
                leave(run);
            } catch (SimulationException wrong) {
                throw new AssertionError(wrong.getMessage() + "\nnotes " + run.notes(), wrong);
            }
            return new Played(
                    run.cluster().digest(),
                    run.cluster().queue().happened(),
                    Duration.ofNanos(run.cluster().queue().nanoTime()),
                    run.notes().stream()
                            .filter(note -> note.contains("while all others went on"))
                            .count(),
                    meaning(run),
                    List.copyOf(run.recordings()));
        }
    }

    private static String meaning(SimulatedRun run) {
        RunOutcome outcome = run.outcome();
        EngineReport.Failed failure = outcome == null ? null : outcome.failure();
        List<String> changes = outcome == null
                ? List.of()
                : outcome.changes().stream().map(RunStatus.Change::kind).toList();
        return run.lives() + " lives " + changes + " "
                + (run.journal().length == 0 ? "" : "journal " + Arrays.hashCode(run.journal()) + " ")
                + (failure == null ? new TreeMap<>(run.results()) : "failed: " + failure.kind());
    }

    /** Simulates the run to its end as it is without its troubles. Returns it; the caller has to close it. */
    public SimulatedRun played() {
        SimulatedRun run = new SimulatedRun(seed, shape, application());
        run.begin();
        run.cluster().runUntil(run::isOver, LIMIT);
        return run;
    }

    /** Returns the longest time that the run may take without troubles. */
    Duration untroubled() {
        return UNTROUBLED.multipliedBy(4L * shape.pace());
    }

    private Duration healed() {
        return troubles.isEmpty()
                ? Duration.ZERO
                : troubles.get(troubles.size() - 1).at().plus(HEALED);
    }

    private SimulatedApplication application() {
        Function<SimNode, Program> programs = switch (kind) {
            case BAG -> SimulatedBag.ofOneRun(shape.work(), shape.pace());
            case SPMD -> node -> new SimulatedSpmd(node, shape.work(), shape.pace(), shape.redistributes());
            case WORKERS -> node -> new SimulatedWorkers(node, seed, shape.work(), shape.pace());
        };
        return new ScriptedApplication(programs);
    }

    private static void heal(SimulatedRun run) {
        run.heal();
        run.cluster().speedUp();
        run.cluster().network(NetworkModel.healthy());
        run.disks().heal();
        run.startDaemons();
    }

    /** Ends the coordinator's process, and waits until everything has ended that the process had started. */
    private static void leave(SimulatedRun run) {
        run.cluster().runFor(FLUSH);
        if (!run.isGone()) {
            heal(run);
            run.cluster().kill(run.home());
            run.cluster().runUntil(run::isGone, GONE);
        }
    }

    /** Replays the recording of each coordinator, and checks that the core makes the same decisions again. */
    private static void replay(SimulatedRun run) {
        for (RecordedInMemory recording : run.recordings()) {
            if (recording.isEmpty()) {
                continue;
            }
            RunReplay.Outcome again = recording.replay();
            if (again.broken() != null) {
                throw new AssertionError("expected a replay like the run, found at event " + again.events() + ": "
                        + again.broken() + "; notes " + run.notes());
            }
        }
    }

    private void check(SimulatedRun run) {
        if (run.isAnyGivenUp() && !isAnyCutOffForLong()) {
            throw new AssertionError("an engine was given up, and nothing was cut off for long; notes " + run.notes());
        }
        RunOutcome outcome = run.outcome();
        EngineReport.Failed failure = outcome == null ? null : outcome.failure();
        Expectations.checkCuts(this, run);
        if (failure != null) {
            boolean cutOff = run.isAnyGivenUp() && failure.headline().contains(MemberLostException.class.getName());
            if (isBag() || !(cutOff || isExcused(failure) || Expectations.mayLoseStates(this, failure))) {
                throw new AssertionError("expected a run that ends well, found " + failure + "; notes " + run.notes());
            }
            return;
        }
        switch (kind) {
            case BAG -> {
                long[] expected = SimulatedBag.expected(shape.work());
                require("count", expected[0], run);
                require("sum", expected[1], run);
            }
            case SPMD -> {
                require("total", SimulatedSpmd.expected(shape.work()), run);
                requireLines(run);
            }
            case WORKERS -> require("total", SimulatedWorkers.expected(seed, shape.work()), run);
        }
        Expectations.check(this, run);
    }

    /**
     * Checks that each line of the application is printed exactly once, even if the application goes back to
     * checkpoints. This cannot be expected, and is not checked, if the number of IDs changes or the coordinator was
     * killed.
     */
    private void requireLines(SimulatedRun run) {
        if (shape.redistributes() || run.lives() > 1) {
            return;
        }
        List<String> missing =
                new ArrayList<>(SimulatedSpmd.lines(shape.engines() * shape.threadsOfEach(), shape.work()));
        List<String> twice = new ArrayList<>(run.lines());
        run.lines().stream().filter(missing::remove).forEach(twice::remove);
        if (!missing.isEmpty() || !twice.isEmpty()) {
            throw new AssertionError("expected each line once, found none of " + missing + " and again " + twice
                    + "; notes " + run.notes());
        }
    }

    /**
     * Returns whether a trouble cuts off a process for so long that messages may be given up. Messages are repeated for
     * a minute, by calls of which each waits for 20 s.
     */
    private boolean isAnyCutOffForLong() {
        Duration longest = troubles.stream().map(Trouble::cutsOff).reduce(Duration.ZERO, Duration::plus);
        return longest.compareTo(CUT_OFF) > 0;
    }

    /**
     * Returns whether a failure is excused. A run may lose both engines that keep a state, or all engines that could
     * replace a lost one. Its message must then say so.
     */
    private boolean isExcused(EngineReport.Failed failure) {
        return failure.kind() == EngineReport.Failed.Kind.SYSTEM
                && troubles.stream().filter(Trouble::mayLose).count() >= 2
                && EXCUSES.stream().anyMatch(failure.headline()::contains);
    }

    private static void require(String name, long expected, SimulatedRun run) {
        Object found = run.results().get(name);
        if (found == null || !found.equals(expected)) {
            throw new AssertionError(
                    "expected " + name + " " + expected + ", found " + found + "; notes " + run.notes());
        }
    }

    // --- for a run that fails

    /**
     * Returns the number of tasks with which a bag begins. The number decides what the tasks of {@link SimulatedBag}
     * do: for example, they read data objects if it is odd.
     */
    private static int roots(long seed) {
        boolean flows = seed % 7 == 6;
        if (seed % 3 != 0) {
            return flows ? ROOTS + 2 : ROOTS;
        }
        return seed % 2 == 0 ? (flows ? ROOTS - 3 : ROOTS + 1) : (flows ? ROOTS + 7 : ROOTS + 3);
    }

    /**
     * Returns a smaller scenario that fails too, with as few troubles, engines and threads and as little work as
     * possible.
     */
    Scenario shrunk() {
        Scenario smallest = this;
        Scenario next = smaller(smallest);
        while (next != null) {
            smallest = next;
            next = smaller(smallest);
        }
        return smallest;
    }

    private static @Nullable Scenario smaller(Scenario than) {
        return than.candidates().filter(Scenario::goesWrong).findFirst().orElse(null);
    }

    private Stream<Scenario> candidates() {
        List<Scenario> smaller = new ArrayList<>();
        for (int index = 0; index < troubles.size(); index++) {
            List<Trouble> fewer = new ArrayList<>(troubles);
            fewer.remove(index);
            smaller.add(new Scenario(seed, kind, shape, fewer));
        }
        // A thread of an SPMD application needs another one to communicate with.
        int fewest = kind == RunKind.SPMD ? 2 : 1;
        if ((shape.engines() - 1) * shape.threadsOfEach() >= fewest) {
            smaller.add(with(shape.engines() - 1, shape.threadsOfEach(), shape.work()));
        }
        if (shape.threadsOfEach() > 1 && shape.engines() >= fewest) {
            smaller.add(with(shape.engines(), 1, shape.work()));
        }
        if (shape.work() > 1) {
            smaller.add(with(shape.engines(), shape.threadsOfEach(), shape.work() / 2));
        }
        return smaller.stream();
    }

    private Scenario with(int engines, int threads, int work) {
        return new Scenario(seed, kind, shape.with(engines, threads, work), troubles);
    }

    private boolean goesWrong() {
        try {
            play();
            return false;
        } catch (RuntimeException | AssertionError wrong) {
            return true;
        }
    }

    /** Simulates the run again, and returns a log of its events, which ends with the failure. */
    String story() {
        Story story = new Story();
        try {
            play(story);
            return story + "\nand all is well";
        } catch (RuntimeException | AssertionError wrong) {
            return story + "\n" + wrong.getMessage();
        }
    }

    @Override
    public String toString() {
        return kind + " with seed " + seed + " on " + shape + ", troubles:"
                + troubles.stream().map(trouble -> "\n  " + trouble).collect(Collectors.joining());
    }
}
