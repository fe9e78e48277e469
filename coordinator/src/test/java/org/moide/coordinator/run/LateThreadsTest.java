package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.commlib.sim.SimNode;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.run.state.RunEnding;
import org.moide.coordinator.run.state.RunOutcome;

/**
 * Tests, in simulated time, changes of engines while the threads of engine 1 still load the application. A change has a
 * new registration, the table of all engines. Engine 1 gets it before its threads first communicate. The threads of the
 * other engines have begun with the previous registration.
 */
class LateThreadsTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration LOADING = Duration.ofSeconds(5);
    private static final Duration CHANGE = Duration.ofSeconds(2);
    private static final Duration TASK = Duration.ofMillis(10);
    private static final int WORKERS = 12;
    private static final int TASKS = 100;

    private static CountingWorkers loaded(SimNode node) {
        if (node.name().equals("engine-1")) {
            node.compute(LOADING);
        }
        return new CountingWorkers(node, WORKERS, TASKS, TASK);
    }

    private static List<String> play(ChangeOrder order) {
        RunShape shape = new RunShape(3, 1, "greedy", 1, 1, true, false, false, false);
        try (SimulatedRun run = new SimulatedRun(7, shape, new ScriptedApplication(LateThreadsTest::loaded))) {
            run.cluster().after(CHANGE, "change", () -> new Trouble.Order(Duration.ZERO, order).strike(run));
            run.begin();
            run.cluster().runUntil(run::isOver, LIMIT);
            RunOutcome outcome = run.outcome();
            assertThat(outcome).isNotNull();
            assertThat(outcome.ending()).isInstanceOf(RunEnding.Complete.class);
            assertThat(run.results().get("tasks")).isEqualTo(WORKERS * TASKS);
            return run.notes();
        }
    }

    @Test
    void shouldBeginWithTheOthersWhenAnEngineIsAboutToJoin() {
        assertThat(play(new ChangeOrder.Expand(List.of())))
                .anyMatch(note -> note.matches(".* joined .* while all others went on"));
    }

    @Test
    void shouldBeginWithTheOthersWhenAnEngineIsAboutToLeave() {
        assertThat(play(new ChangeOrder.Shrink(2)))
                .anyMatch(note -> note.matches(".* left .* while all others went on"));
    }

    @Test
    void shouldLeaveAsSoonAsItHasBegun() {
        assertThat(play(new ChangeOrder.Shrink(1)))
                .anyMatch(note -> note.matches(".* left .* while all others went on"));
    }
}
