package org.moide.coordinator.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.moide.commlib.sim.EventQueue;
import org.moide.commlib.sim.NetworkModel;
import org.moide.commlib.sim.SimNode;
import org.moide.commlib.sim.SimulationException;
import org.moide.engine.Program;
import org.moide.engine.control.EngineReport;

/**
 * A simulated run and what goes wrong in it, both drawn from a seed. After the last trouble all is healed, and the run must
 * end with the right result.
 */
record Scenario(long seed, boolean bag, SimulatedRun.Shape shape, List<Trouble> troubles) {
    private static final int MOST_ENGINES = 4;
    private static final int MOST_TROUBLES = 5;
    private static final int SEEDS_FOR_ONE_THAT_REDISTRIBUTES = 4;

    /** Where only engines are changed nothing may be lost, done again or late. */
    private static final int SEEDS_FOR_ONE_THAT_IS_CALM = 4;

    private static final List<String> STRATEGIES = List.of("guided", "stealing", "demand");

    /** About as long as a run takes in which nothing goes wrong. */
    private static final Duration UNTROUBLED = Duration.ofMillis(400);

    /** What may take no engine. */
    private static final Set<Class<?>> HARMLESS =
            Set.of(Trouble.Order.class, Trouble.SetClock.class, Trouble.Slow.class, Trouble.FullDisk.class);

    /** When the last trouble is over: the longest lasts 40 s. */
    private static final Duration HEALED = Duration.ofSeconds(45);

    Scenario {
        troubles = troubles.stream().sorted(Comparator.comparing(Trouble::at)).collect(Collectors.toUnmodifiableList());
    }

    /** What became of it. */
    record Played(long digest, long events, Duration took) {}

    static Scenario drawn(long seed, boolean bag) {
        RandomGenerator random = new SplittableRandom(seed * 2 + (bag ? 1 : 0));
        int engines = 2 + random.nextInt(MOST_ENGINES - 1);
        SimulatedRun.Shape shape = new SimulatedRun.Shape(
                engines, 1 + random.nextInt(2), STRATEGIES.get(random.nextInt(STRATEGIES.size())));
        int count = random.nextInt(MOST_TROUBLES + 1);
        boolean calm = random.nextInt(SEEDS_FOR_ONE_THAT_IS_CALM) == 0;
        List<Trouble> troubles = IntStream.range(0, count)
                .mapToObj(any -> calm
                        ? Trouble.wish(random, UNTROUBLED, engines, bag)
                        : Trouble.drawn(random, UNTROUBLED, engines, bag))
                .toList();
        return new Scenario(seed, bag, shape, troubles);
    }

    /** Plays it; throws if anything is wrong with how it ended. */
    Played play() {
        return play((atNanos, what) -> {});
    }

    /** As the other; {@code watcher} is told all that happens. */
    Played play(EventQueue.Watcher watcher) {
        try (SimulatedRun run = new SimulatedRun(seed, shape, programs())) {
            run.cluster().queue().watch(watcher);
            for (Trouble trouble : troubles) {
                run.cluster().after(trouble.at(), trouble.toString(), () -> trouble.strike(run));
            }
            if (!troubles.isEmpty()) {
                run.cluster().after(HEALED, "all is healed", () -> {
                    run.cluster().heal();
                    run.cluster().network(NetworkModel.healthy());
                    run.disk().fill(false);
                });
            }
            run.begin();
            try {
                run.cluster().runUntil(run::isOver, Expectations.limit(this));
            } catch (SimulationException wrong) {
                throw new AssertionError(wrong.getMessage() + "\nnotes " + run.notes(), wrong);
            }
            check(run);
            return new Played(
                    run.cluster().digest(),
                    run.cluster().queue().happened(),
                    Duration.ofNanos(run.cluster().queue().nanoTime()));
        }
    }

    private void check(SimulatedRun run) {
        RunOutcome outcome = run.outcome();
        EngineReport.Failed failure = outcome == null ? null : outcome.failure();
        if (failure != null) {
            if (bag || !isExcused(failure)) {
                throw new AssertionError("expected a run that ends well, found " + failure + "; notes " + run.notes());
            }
            return;
        }
        if (bag) {
            long[] expected = SimulatedBag.expected();
            require("count", expected[0], run);
            require("sum", expected[1], run);
        } else if (redistributes()) {
            require("total", SimulatedCells.expected(), run);
        } else {
            int ids = shape.engines() * shape.threadsOfEach();
            require("total", SimulatedSpmd.expected(ids), run);
            requireLines(SimulatedSpmd.lines(ids), run);
        }
        Expectations.check(this, run, outcome);
    }

    private Function<SimNode, Program> programs() {
        if (bag) {
            return SimulatedBag.ofOneRun();
        }
        return redistributes() ? SimulatedCells::new : SimulatedSpmd::new;
    }

    /** Whether an SPMD application goes on with another number of IDs. */
    private boolean redistributes() {
        return Math.floorMod(seed, SEEDS_FOR_ONE_THAT_REDISTRIBUTES) == 0;
    }

    /** Both keepers of a state may be lost together, or all that would take their place: then it is said, and not hidden. */
    private boolean isExcused(EngineReport.Failed failure) {
        long losses = troubles.stream()
                .filter(trouble -> !HARMLESS.contains(trouble.getClass()))
                .count();
        return failure.trace().isEmpty() && losses >= 2;
    }

    private static void requireLines(List<String> expected, SimulatedRun run) {
        List<String> missing = new ArrayList<>(expected);
        List<String> twice = new ArrayList<>(run.lines());
        run.lines().stream().filter(missing::remove).forEach(twice::remove);
        if (!missing.isEmpty() || !twice.isEmpty()) {
            throw new AssertionError("expected each line once, found none of " + missing + " and again " + twice);
        }
    }

    private static void require(String name, long expected, SimulatedRun run) {
        Object found = run.results().get(name);
        if (found == null || !found.equals(expected)) {
            throw new AssertionError(
                    "expected " + name + " " + expected + ", found " + found + "; notes " + run.notes());
        }
    }

    /** The same with fewer troubles, as few as it takes to go wrong. */
    Scenario shrunk() {
        Scenario smallest = this;
        for (int index = 0; index < smallest.troubles.size(); ) {
            List<Trouble> fewer = new ArrayList<>(smallest.troubles);
            fewer.remove(index);
            Scenario candidate = new Scenario(seed, bag, shape, fewer);
            if (candidate.goesWrong()) {
                smallest = candidate;
            } else {
                index++;
            }
        }
        return smallest;
    }

    private boolean goesWrong() {
        try {
            play();
            return false;
        } catch (RuntimeException | AssertionError wrong) {
            return true;
        }
    }

    @Override
    public String toString() {
        return (bag ? "a bag" : "SPMD") + " with seed " + seed + " on " + shape + ", troubles:"
                + troubles.stream().map(trouble -> "\n  " + trouble).collect(Collectors.joining());
    }
}
