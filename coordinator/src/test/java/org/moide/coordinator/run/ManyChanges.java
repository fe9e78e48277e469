package org.moide.coordinator.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.sim.SimulationException;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.control.EngineReport;

/**
 * A simulated run of workers whose user orders many random changes: to add, remove or replace an engine. All random
 * choices come from a seed. In a quarter of the runs one engine is also killed. No change may stop other engines,
 * whatever changes came before, and the result must be right.
 *
 * @param kill the loss of an engine; null if there is none
 */
record ManyChanges(long seed, RunShape shape, List<Trouble.Order> orders, Trouble.@Nullable Kill kill) {
    /**
     * The strategies for workers; a run uses one of them. Most of them move workers all the time, since this finds
     * errors in moving workers.
     */
    private static final List<String> STRATEGIES = List.of("rotate", "receiver", "rotate", "greedy");

    private static final int STEPS = 20;

    /**
     * The factor by which work takes longer than in other runs. With it the run lasts for some seconds, as long as its
     * changes take.
     */
    private static final int PACE = 14;

    private static final int FEWEST_ORDERS = 4;
    private static final int MOST_ORDERS = 8;

    /**
     * The latest time of the first order. {@code NEXT} is the longest time between two orders. Some orders come while
     * another is still being carried out.
     */
    private static final Duration FIRST = Duration.ofMillis(700);

    private static final Duration NEXT = Duration.ofMillis(950);
    private static final Duration LAST_KILL = Duration.ofSeconds(5);
    private static final int SEEDS_FOR_ONE_WITH_A_KILL = 4;

    /**
     * The greatest engine number in an order. Orders are thus about the engines with which the run begins and some that
     * join. Engine 0 leads all workers and leaves only with a new epoch.
     */
    private static final int MOST_SEAT = 5;

    /** The limit of simulated time for a run. */
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /**
     * The messages of failures that are excused: an engine may be lost while the only other engine with a copy of its
     * states leaves.
     */
    private static final List<String> EXCUSES = List.of("are lost", "is lost", "nobody in the place");

    /**
     * The outcome of a run.
     *
     * @param digest a digest of all events, equal for equal runs
     * @param made the number of changes that were made
     * @param joinedAfterDepartures the number of changes by which an engine joined an epoch that another engine had
     *     left
     */
    record Played(long digest, int made, int joinedAfterDepartures) {}

    static ManyChanges drawn(long seed) {
        RandomGenerator random = new SplittableRandom(seed * 31 + 5);
        RunShape shape = new RunShape(
                2 + random.nextInt(2),
                1 + random.nextInt(2),
                STRATEGIES.get(random.nextInt(STRATEGIES.size())),
                STEPS,
                PACE,
                true,
                random.nextBoolean(),
                false,
                false);
        boolean kills = random.nextInt(SEEDS_FOR_ONE_WITH_A_KILL) == 0;
        Duration at = Duration.ofMillis(200 + random.nextLong(FIRST.toMillis() - 200));
        List<Trouble.Order> orders = new ArrayList<>();
        int count = FEWEST_ORDERS + random.nextInt(MOST_ORDERS - FEWEST_ORDERS + 1);
        for (int number = 0; number < count; number++) {
            orders.add(new Trouble.Order(at, order(random)));
            at = at.plusMillis(50 + random.nextLong(NEXT.toMillis() - 50));
        }
        Trouble.Kill kill = new Trouble.Kill(
                Duration.ofMillis(300 + random.nextLong(LAST_KILL.toMillis())), 1 + random.nextInt(MOST_SEAT - 1));
        return new ManyChanges(seed, shape, orders, kills ? kill : null);
    }

    private static ChangeOrder order(RandomGenerator random) {
        int seat = 1 + random.nextInt(MOST_SEAT);
        return switch (random.nextInt(20)) {
            case 0, 1, 2, 3, 4, 5, 6, 7, 8 -> new ChangeOrder.Expand(List.of());
            case 9, 10, 11, 12, 13, 14, 15 -> new ChangeOrder.Shrink(seat);
            case 16, 17, 18 -> new ChangeOrder.Replace(seat, List.of());
            default -> new ChangeOrder.Drain(SimulatedHosts.hostOf(seat));
        };
    }

    /** Simulates the run. Throws an exception if the run fails or its result is wrong. */
    Played play() {
        ScriptedApplication application =
                new ScriptedApplication(node -> new SimulatedWorkers(node, seed, shape.work(), shape.pace()));
        try (SimulatedRun run = new SimulatedRun(seed, shape, application)) {
            troubles()
                    .forEach(trouble ->
                            run.cluster().after(trouble.at(), trouble.toString(), () -> trouble.strike(run)));
            run.begin();
            try {
                run.cluster().runUntil(run::isOver, LIMIT);
            } catch (SimulationException wrong) {
                throw new AssertionError(wrong.getMessage() + "\nnotes " + run.notes(), wrong);
            }
            RunOutcome outcome = Objects.requireNonNull(run.outcome(), "it is over");
            check(outcome, run);
            return new Played(
                    run.cluster().digest(),
                    (int) outcome.changes().stream()
                            .filter(ManyChanges::isWanted)
                            .count(),
                    joinedAfterDepartures(outcome));
        }
    }

    private Stream<Trouble> troubles() {
        return Stream.concat(orders.stream(), Stream.ofNullable(kill));
    }

    private void check(RunOutcome outcome, SimulatedRun run) {
        EngineReport.Failed failure = outcome.failure();
        if (failure != null) {
            if (kill == null || EXCUSES.stream().noneMatch(failure.headline()::contains)) {
                throw new AssertionError("expected a run that ends well, found " + failure + "; notes " + run.notes());
            }
            return;
        }
        Object total = run.results().get("total");
        long expected = SimulatedWorkers.expected(seed, shape.work());
        if (!Objects.equals(total, expected)) {
            throw new AssertionError("expected total " + expected + ", found " + total + "; notes " + run.notes());
        }
        for (RunStatus.Change change : outcome.changes()) {
            if (isWanted(change) && !isWithoutAnEpoch(change)) {
                throw new AssertionError("expected all others to go on, found " + change + "; notes " + run.notes());
            }
        }
        long losses =
                outcome.changes().stream().filter(change -> !isWanted(change)).count();
        if (losses > (kill == null ? 0 : 1)) {
            throw new AssertionError(
                    "expected no epoch but one after a kill, found " + losses + "; notes " + run.notes());
        }
    }

    private static boolean isWanted(RunStatus.Change change) {
        return !change.kind().equals("loss");
    }

    private static boolean isWithoutAnEpoch(RunStatus.Change change) {
        return change.what().contains("while all others went on");
    }

    private static int joinedAfterDepartures(RunOutcome outcome) {
        boolean anyLeft = false;
        int joined = 0;
        for (RunStatus.Change change : outcome.changes()) {
            if (!isWanted(change)) {
                anyLeft = false; // a new epoch has begun
            } else {
                joined += anyLeft && !change.kind().equals("shrink") ? 1 : 0;
                anyLeft |= !change.kind().equals("expand");
            }
        }
        return joined;
    }

    @Override
    public String toString() {
        return "many changes with seed " + seed + " on " + shape + ":"
                + troubles().map(trouble -> "\n  " + trouble).collect(Collectors.joining());
    }
}
