package org.moide.balance.worker.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.moide.balance.worker.Declarations;
import org.moide.balance.worker.Directory;
import org.moide.balance.worker.InitialPlaces;
import org.moide.balance.worker.Slot;
import org.moide.balance.worker.WorkerMessage;
import org.moide.balance.worker.WorkerOutlet;
import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.WorkerTask;
import org.moide.balance.worker.strategy.WorkerRule;

/**
 * Tests which of its twelve workers a process moves to another process that has just joined. All these workers have had
 * a task.
 */
class FirstShareTest {
    private static final int WORKERS = 12;

    private WorkerTable table(WorkerRule rule) {
        Declarations declarations =
                new Declarations(List.of(new Declarations.Workers(0, 2 * WORKERS, rule)), List.of(), false);
        WorkerTable table = new WorkerTable(
                0,
                declarations,
                new InitialPlaces(declarations, List.of(1.0)),
                new Directory(declarations),
                bytes -> () -> bytes,
                new Unconnected());
        for (int worker = 0; worker < WORKERS; worker++) {
            table.send(table.beginning(), worker, WorkerTask.of(WorkerTask.BEGIN, () -> new byte[1]));
        }
        table.crew().joined(1, WorkerRule.Fitness.ALL);
        return table;
    }

    private static Set<Long> given(WorkerTable table, boolean balanced, double part) {
        FirstShare share = new FirstShare(table, balanced);
        share.joined(1, part);
        share.step();
        Set<Long> leaving = new TreeSet<>();
        for (Slot slot = table.take(); slot != null; slot = table.take()) {
            if (slot.isLeaving()) {
                leaving.add(slot.worker());
            }
        }
        return leaving;
    }

    @Test
    void shouldGiveAPartOfTheWorkersThatStayWhereTheyBegin() {
        assertThat(given(table(WorkerRule.STAYS), true, 0.25)).containsExactly(1L, 5L, 9L);
    }

    @Test
    void shouldLeaveThoseThatMayMoveToTheStrategy() {
        assertThat(given(table(WorkerRule.MOVES), true, 0.5)).isEmpty();
        assertThat(given(table(WorkerRule.MOVES), false, 0.5)).hasSize(WORKERS / 2);
    }

    @Test
    void shouldGiveNoneThatMayNotBeThere() {
        WorkerRule here = new WorkerRule(List.of(0), false, List.of(), List.of(), List.of(), List.of(), Map.of());
        WorkerRule between = new WorkerRule(List.of(), true, List.of(0), List.of(), List.of(), List.of(), Map.of());
        assertThat(given(table(here), true, 0.5)).isEmpty();
        assertThat(given(table(between), false, 0.5)).isEmpty();
    }

    /** The outlet of the worker table of a single process. A message to another process is an error. */
    private static final class Unconnected implements WorkerOutlet {
        @Override
        public boolean toProcess(int process, WorkerMessage message) {
            throw new IllegalStateException("found " + message);
        }

        @Override
        public void runnable() {}

        @Override
        public void hopeless(String why) {
            throw new IllegalStateException(why);
        }

        @Override
        public void answered(WorkerMessage.Answer answer) {
            throw new IllegalStateException("nobody asks");
        }
    }
}
