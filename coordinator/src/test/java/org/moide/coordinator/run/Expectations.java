package org.moide.coordinator.run;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.moide.coordinator.run.state.RunOutcome;

/**
 * The additional expectations where little goes wrong: nothing is done twice, nothing takes long, and no living engine
 * counts as dead.
 */
final class Expectations {
    /**
     * The limit of a calm run. Orders take a new engine's start and some steps; nothing here waits for a limit of time.
     */
    private static final Duration CALM = Duration.ofSeconds(5);

    /** The limit of a bag with losses, in which silence costs an engine its tasks after 10 s. */
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
            Trouble.PauseDaemon.class,
            Trouble.BreakDaemon.class);

    private static final Set<Class<?>> KILLS = Set.of(Trouble.Order.class, Trouble.SetClock.class, Trouble.Kill.class);

    private Expectations() {}

    /**
     * Returns the simulated time that a run may take.
     *
     * @param longest the time if much may go wrong, or if the run is slow by itself
     */
    static Duration limit(Scenario scenario, Duration longest) {
        if (scenario.shape().pace() > 1) {
            return longest;
        }
        if (isOnly(scenario, WISHES)) {
            return CALM;
        }
        return scenario.isBag() && isOnly(scenario, LOSSES) ? WITH_LOSSES : longest;
    }

    /** Throws if one of the expectations does not hold for a run that has ended well. */
    static void check(Scenario scenario, SimulatedRun run) {
        RunOutcome outcome = run.outcome();
        if (outcome != null && isOnly(scenario, WISHES)) {
            require(
                    outcome.pool().loansRetaken() + outcome.lent().loansRetaken() == 0,
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

    private static boolean isOnly(Scenario scenario, Set<Class<?>> kinds) {
        return scenario.troubles().stream().allMatch(trouble -> kinds.contains(trouble.getClass()));
    }

    private static void require(boolean holds, String what, SimulatedRun run) {
        if (!holds) {
            throw new AssertionError("expected " + what + "; notes " + run.notes());
        }
    }
}
