package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.run.state.RunEnding;
import org.moide.coordinator.run.state.RunOutcome;

/**
 * Tests, in simulated time, that engines reach each other that have joined a run of workers at different times. Two
 * engines join, and then the last or the first engine leaves; or one joins after another has left.
 */
class NewcomersTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration TASK = Duration.ofMillis(10);
    private static final Duration FIRST = Duration.ofMillis(300);
    private static final Duration NEXT = Duration.ofMillis(600);
    private static final int WORKERS = 12;
    private static final int TASKS = 150;

    private static final ChangeOrder EXPAND = new ChangeOrder.Expand(List.of());

    private static List<String> play(ChangeOrder... orders) {
        RunShape shape = new RunShape(2, 1, "rotate", 1, 1, true, false, false, false);
        ScriptedApplication application =
                new ScriptedApplication(node -> new CountingWorkers(node, WORKERS, TASKS, TASK));
        try (SimulatedRun run = new SimulatedRun(7, shape, application)) {
            Duration at = FIRST;
            for (ChangeOrder order : orders) {
                change(run, at, order);
                at = at.plus(NEXT);
            }
            run.begin();
            run.cluster().runUntil(run::isOver, LIMIT);
            RunOutcome outcome = run.outcome();
            assertThat(outcome).isNotNull();
            assertThat(outcome.ending()).isInstanceOf(RunEnding.Complete.class);
            assertThat(run.results().get("tasks")).isEqualTo(WORKERS * TASKS);
            return run.notes();
        }
    }

    private static void change(SimulatedRun run, Duration at, ChangeOrder order) {
        run.cluster().after(at, "change", () -> new Trouble.Order(Duration.ZERO, order).strike(run));
    }

    @Test
    void shouldLetTheLastThatHasComeLeave() {
        assertThat(play(EXPAND, EXPAND, new ChangeOrder.Shrink(3)))
                .filteredOn(note -> note.contains("while all others went on"))
                .hasSize(6);
    }

    @Test
    void shouldLetTheFirstThatHasComeLeave() {
        assertThat(play(EXPAND, EXPAND, new ChangeOrder.Shrink(2)))
                .filteredOn(note -> note.contains("while all others went on"))
                .hasSize(6);
    }

    @Test
    void shouldLetOneComeAfterAnotherHasLeftAndLeaveAgain() {
        assertThat(play(EXPAND, new ChangeOrder.Shrink(1), EXPAND, new ChangeOrder.Shrink(3)))
                .filteredOn(note -> note.contains("while all others went on"))
                .hasSize(8);
    }
}
