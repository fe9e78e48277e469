package org.moide.coordinator.run;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.control.EngineReport;

/**
 * Checks simulated runs that have little trouble more strictly than others. In such a run no work is done twice,
 * nothing takes long, and no living engine is taken for dead.
 */
final class Expectations {
    /**
     * The limit of simulated time for a run without faults. Carrying out an order takes the start of an engine and some
     * steps. Nothing in such a run waits for a timeout.
     */
    private static final Duration CALM = Duration.ofSeconds(5);

    /** The limit of simulated time for a bag with losses. An engine loses its tasks after 10 s of silence. */
    private static final Duration WITH_LOSSES = Duration.ofSeconds(30);

    private static final Set<Class<?>> WISHES =
            Set.of(Trouble.Order.class, Trouble.SetClock.class, Trouble.EndDaemon.class);
    private static final Set<Class<?>> LOSSES = Set.of(
            Trouble.Order.class,
            Trouble.SetClock.class,
            Trouble.Kill.class,
            Trouble.LosePower.class,
            Trouble.KillDaemon.class,
            Trouble.LoseHost.class,
            Trouble.EndDaemon.class);
    private static final Set<Class<?>> DELAYS = Set.of(
            Trouble.Order.class,
            Trouble.SetClock.class,
            Trouble.Pause.class,
            Trouble.Slow.class,
            Trouble.LateThreads.class,
            Trouble.PauseDaemon.class,
            Trouble.BreakDaemon.class);

    private static final Set<Class<?>> CUTS = Set.of(Trouble.CutHosts.class);
    private static final Set<Class<?>> CUTS_OFF = Set.of(Trouble.CutHosts.class, Trouble.Isolate.class);

    /**
     * The simulated time that a cut between hosts may cost. Engines notice the cut after about 20 s of pings, one each
     * second. Then all engines are asked twice, and threads go back to a checkpoint.
     */
    private static final Duration WITH_CUTS = Duration.ofSeconds(60);

    private static final Pattern LEAVES =
            Pattern.compile("could not reach each other for 20 s.*: engine-(\\d+) leaves");

    private static final Set<Class<?>> KILLS = Set.of(Trouble.Order.class, Trouble.SetClock.class, Trouble.Kill.class);

    private Expectations() {}

    /**
     * Returns the simulated time that a run may take.
     *
     * @param longest the time for any other run, with more trouble or slower
     */
    static Duration limit(Scenario scenario, Duration longest) {
        if (isOnly(scenario, CUTS) && !scenario.troubles().isEmpty()) {
            return scenario.untroubled()
                    .plus(WITH_CUTS.multipliedBy(scenario.troubles().size()));
        }
        if (scenario.shape().pace() > 1) {
            return longest;
        }
        if (isOnly(scenario, WISHES)) {
            return CALM;
        }
        return scenario.isBag() && isOnly(scenario, LOSSES) ? WITH_LOSSES : longest;
    }

    /** Throws an exception if a run that succeeded does not meet one of these expectations. */
    static void check(Scenario scenario, SimulatedRun run) {
        RunOutcome outcome = run.outcome();
        if (outcome != null && isOnly(scenario, WISHES)) {
            require(
                    outcome.pool().secondCopies() > 0 // copies that are not needed are taken back
                            || outcome.pool().loansRetaken() + outcome.lent().loansRetaken() == 0,
                    "no loan to be taken back",
                    run);
        }
        if (isOnly(scenario, DELAYS)) {
            List<String> lost = run.notes().stream()
                    .filter(note -> note.contains(" was lost: ") && !note.contains("all tasks were done"))
                    .toList();
            require(lost.isEmpty(), "nobody to be lost", run);
        }
        if (scenario.shape().hosted() && isOnly(scenario, KILLS)) {
            List<String> unexplained = run.notes().stream()
                    .filter(note -> note.contains(" was lost: ") && !note.contains("exit code"))
                    .toList();
            require(unexplained.isEmpty(), "a daemon's word on how each engine ended", run);
        }
    }

    /**
     * Checks which engines have left because hosts were cut from each other. This is checked whether the run succeeded
     * or not. No more engines leave than necessary. Engine 0 never leaves. No engine leaves if the cut was short, or if
     * the coordinator itself did not reach an engine.
     */
    static void checkCuts(Scenario scenario, SimulatedRun run) {
        if (!isOnly(scenario, CUTS_OFF)) {
            return;
        }
        List<Integer> left = run.notes().stream()
                .map(LEAVES::matcher)
                .filter(Matcher::find)
                .map(found -> Integer.valueOf(found.group(1)))
                .toList();
        int enough = scenario.troubles().stream()
                .mapToInt(trouble -> mostThatLeave(trouble, isOnly(scenario, CUTS)))
                .sum();
        require(left.size() <= enough, "no more than " + enough + " engines to leave", run);
        require(!left.contains(0), "the first engine to stay", run);
        if (isOnly(scenario, CUTS)) {
            long lost = run.notes().stream()
                    .filter(note -> note.contains(" was lost: ") && !note.contains("all tasks were done"))
                    .count();
            require(lost == 0, "nobody to be lost", run);
        }
    }

    /**
     * Returns the greatest number of engines that may leave because of one trouble.
     *
     * @param all whether the coordinator reaches all engines; if so, it finds at once the engine that is in all cut
     *     pairs
     */
    private static int mostThatLeave(Trouble trouble, boolean all) {
        if (trouble instanceof Trouble.CutHosts cut) {
            boolean soonOver = cut.lasting() != null && cut.lasting().compareTo(Trouble.CutHosts.SHORT) <= 0;
            return soonOver ? 0 : all && cut.seat() > 0 ? 1 : cut.others().size();
        }
        return 0;
    }

    /**
     * Returns whether a run may fail for lack of a state. It may if several engines have left at the same time, among
     * them all engines that kept the state.
     */
    static boolean mayLoseStates(Scenario scenario, EngineReport.Failed failure) {
        int leave = scenario.troubles().stream()
                .mapToInt(trouble -> mostThatLeave(trouble, false))
                .sum();
        return leave > 1 && failure.headline().contains("are lost");
    }

    private static boolean isOnly(Scenario scenario, Set<Class<?>> kinds) {
        return scenario.troubles().stream().allMatch(trouble -> kinds.contains(trouble.getClass()));
    }

    private static void require(boolean holds, String what, SimulatedRun run) {
        if (!holds) {
            throw new AssertionError("expected " + what + "; notes " + run.notes());
        }
    }
}
