package org.moide.test;

import java.io.Serializable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.contract.StreamCodec;
import org.moide.commlib.sim.EventQueue;
import org.moide.commlib.sim.SimulationException;
import org.moide.coordinator.run.RunShape;
import org.moide.coordinator.run.SimulatedRun;
import org.moide.coordinator.run.Trouble;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.control.EngineReport;

/**
 * One run of an application in the simulated cluster, with its troubles: kills and cuts.
 *
 * @param troubles by their numbers, which do not change when others are left out
 */
record Trial(ClusterSettings settings, long seed, int engines, int threads, Map<Integer, Trouble> troubles) {
    /** The factor by which short runs are slowed, so that the same kinds of events happen as in long ones. */
    private static final int PACE = 20;

    /** The latest time of a trouble, in percent of the run's time without troubles. */
    private static final int LATEST_PERCENT = 110;

    /** The longest cut, short enough that no engine counts as lost. */
    private static final Duration LONGEST_CUT = Duration.ofSeconds(5);

    /** The limit of a run without troubles, in simulated time. */
    private static final Duration LIMIT = Duration.ofHours(1);

    /** The time that a loss and its recovery may take, besides repeated work. */
    private static final Duration RECOVERY = Duration.ofMinutes(3);

    private static final int TIMES_DONE_ANEW = 5;

    /**
     * Parts of the error messages of a run that has lost both copies of a state, or all engines that could replace a
     * lost one.
     */
    private static final List<String> BEYOND_REPAIR =
            List.of("are lost", "is lost", "nobody in the place", "happen again");

    Trial {
        troubles = new LinkedHashMap<>(troubles);
    }

    /** Returns the trial of a seed, without troubles. */
    static Trial untroubled(ClusterSettings settings, long seed) {
        return new Trial(settings, seed, settings.engines(), settings.threads(), Map.of());
    }

    /**
     * Returns this trial with the troubles of its seed.
     *
     * @param untroubled how long it takes without troubles
     */
    Trial troubled(Duration untroubled) {
        RandomGenerator random = new SplittableRandom(seed);
        long latest = untroubled.toNanos() / 100 * LATEST_PERCENT;
        int kills = random.nextInt(settings.kills() + 1);
        int cuts = random.nextInt(settings.cuts() + 1);
        Map<Integer, Trouble> drawn = new LinkedHashMap<>();
        for (int number = 0; number < kills + cuts; number++) {
            Duration at = Duration.ofNanos(random.nextLong(latest + 1));
            drawn.put(number, number < kills ? kill(at, random) : cut(at, random));
        }
        return with(engines, threads, drawn);
    }

    private Trouble kill(Duration at, RandomGenerator random) {
        return new Trouble.Kill(at, 1 + random.nextInt(settings.engines() - 1));
    }

    private Trouble cut(Duration at, RandomGenerator random) {
        int one = random.nextInt(settings.engines());
        int other = (one + 1 + random.nextInt(settings.engines() - 1)) % settings.engines();
        Duration lasting = Duration.ofNanos(1 + random.nextLong(LONGEST_CUT.toNanos()));
        return new Trouble.Cut(at, lasting, one, other, random.nextBoolean());
    }

    Trial with(int fewerEngines, int fewerThreads, Map<Integer, Trouble> fewerTroubles) {
        return new Trial(settings, seed, fewerEngines, fewerThreads, fewerTroubles);
    }

    /**
     * Returns trials that are slightly smaller than this one: with one trouble less, one engine less, or one thread in
     * each engine.
     */
    Stream<Trial> smaller() {
        Stream<Trial> fewerTroubles = troubles.keySet().stream().map(number -> {
            Map<Integer, Trouble> fewer = new LinkedHashMap<>(troubles);
            fewer.remove(number);
            return with(engines, threads, fewer);
        });
        int fewest = troubles.isEmpty() ? 1 : 2; // a trouble needs a second engine
        Stream<Trial> fewerEngines = engines > fewest ? Stream.of(with(engines - 1, threads, troubles)) : Stream.of();
        Stream<Trial> fewerThreads = threads > 1 ? Stream.of(with(engines, 1, troubles)) : Stream.of();
        return Stream.of(fewerTroubles, fewerEngines, fewerThreads).flatMap(kind -> kind);
    }

    /**
     * The findings about a trial that has ended.
     *
     * @param took its simulated time
     * @param beyondRepair whether more was lost than can be survived
     */
    record Played(Duration took, boolean beyondRepair) {}

    /**
     * Simulates the trial, and passes its outcome to {@code verdict}.
     *
     * @param untroubled how long it takes without its troubles; null if it has none
     * @param verdict looks at the outcome; null if it does not matter whether that is right
     * @param watcher gets all events; null for none
     * @throws AssertionError if the run fails, and everything that {@code verdict} throws
     */
    Played play(
            @Nullable Duration untroubled,
            @Nullable Consumer<SimulatedOutcome> verdict,
            EventQueue.@Nullable Watcher watcher) {
        try (PlayedProgram application = settings.played();
                SimulatedRun run = new SimulatedRun(seed, shape(application), application)) {
            if (watcher != null) {
                run.cluster().queue().watch(watcher);
                application.tell(run.cluster().queue()::tell);
            }
            troubles.values()
                    .forEach(trouble -> run.cluster()
                            .after(trouble.at(), CallStory.HAPPENS + words(trouble), () -> trouble.strike(run)));
            run.begin();
            try {
                run.cluster().runUntil(run::isOver, limit(untroubled));
            } catch (SimulationException stuck) {
                throw new AssertionError(stuck.getMessage() + saidBy(run), stuck);
            }
            Duration took = Duration.ofNanos(run.cluster().queue().nanoTime());
            EngineReport.Failed failure = failureOf(run);
            if (failure == null && verdict != null) {
                application.requireRight();
                verdict.accept(outcome(run, took));
            } else if (failure != null && !isBeyondRepair(failure)) {
                throw new AssertionError(failure.headline()
                        + (failure.where().isEmpty() ? "" : "\n  in " + failure.where())
                        + (failure.trace().isEmpty() ? "" : "\n" + failure.trace())
                        + saidBy(run));
            }
            return new Played(took, failure != null);
        }
    }

    private RunShape shape(PlayedProgram application) {
        List<String> names = application.strategies();
        String strategy = names.get((int) Math.floorMod(seed, (long) names.size()));
        return new RunShape(engines, threads, strategy, 1, PACE, false, false, false, false);
    }

    private Duration limit(@Nullable Duration untroubled) {
        return untroubled == null
                ? LIMIT
                : untroubled.multipliedBy(TIMES_DONE_ANEW).plus(RECOVERY);
    }

    private static EngineReport.@Nullable Failed failureOf(SimulatedRun run) {
        RunOutcome outcome = run.outcome();
        if (outcome == null) {
            throw new AssertionError("expected a run that is over to have an outcome" + saidBy(run));
        }
        return outcome.failure();
    }

    /**
     * Returns whether a failure is due to too many losses: two losses can destroy both copies of a state. MOIDE is
     * then right to fail, which proves nothing about the application.
     */
    private boolean isBeyondRepair(EngineReport.Failed failure) {
        long kills = troubles.values().stream()
                .filter(Trouble.Kill.class::isInstance)
                .count();
        return failure.kind() == EngineReport.Failed.Kind.SYSTEM
                && kills >= 2
                && BEYOND_REPAIR.stream().anyMatch(failure.headline()::contains);
    }

    private static String saidBy(SimulatedRun run) {
        return run.notes().isEmpty() ? "" : "\nwhat the user was told:\n  " + String.join("\n  ", run.notes());
    }

    /**
     * Returns the outcome, with results converted from the classes of the coordinator's loader to those of the test's.
     */
    private SimulatedOutcome outcome(SimulatedRun run, Duration took) {
        StreamCodec here = new StreamCodec(Thread.currentThread().getContextClassLoader());
        Map<String, Object> results = new LinkedHashMap<>();
        run.results().forEach((name, value) -> {
            Object read = here.decode(here.encode((Serializable) value));
            if (read != null) {
                results.put(name, read);
            }
        });
        return new SimulatedOutcome(seed, engines, threads, results, run.lines(), run.notes(), took);
    }

    private static String words(Trouble trouble) {
        if (trouble instanceof Trouble.Kill kill) {
            return "engine " + kill.seat() + " is killed";
        }
        if (trouble instanceof Trouble.Cut cut) {
            String other = "engine " + cut.other();
            return other
                    + (cut.oneWay()
                            ? " does not hear engine " + cut.one()
                            : " and engine " + cut.one() + " do not hear each other")
                    + " for " + seconds(cut.lasting());
        }
        return trouble.toString();
    }

    private static String seconds(Duration span) {
        return String.format(Locale.ROOT, "%.6f s", span.toNanos() / 1e9);
    }

    /** Returns the description with which this trial is repeated. */
    String replay() {
        String numbers = troubles.isEmpty()
                ? "-"
                : troubles.keySet().stream().map(String::valueOf).collect(Collectors.joining("."));
        return seed + "/" + engines + "x" + threads + "/" + numbers;
    }

    @Override
    public String toString() {
        String size = (engines == 1 ? "1 engine" : engines + " engines") + " of "
                + (threads == 1 ? "1 thread" : threads + " threads");
        return troubles.isEmpty()
                ? size + ", and nothing that happens to them"
                : size
                        + troubles.values().stream()
                                .map(trouble -> "\n  at " + seconds(trouble.at()) + " " + words(trouble))
                                .collect(Collectors.joining());
    }
}
