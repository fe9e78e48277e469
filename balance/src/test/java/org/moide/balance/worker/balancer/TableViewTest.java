package org.moide.balance.worker.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.moide.balance.worker.Declarations;
import org.moide.balance.worker.OneProcess;
import org.moide.balance.worker.Slot;
import org.moide.balance.worker.TaskBody;
import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.WorkerTask;
import org.moide.balance.worker.strategy.WorkerRule;

class TableViewTest {
    private static final int WORKERS = 1_000;
    private static final int SEEN = 20;
    private static final long MILLI = 1_000_000;
    private static final BalanceLimits LIMITS =
            new BalanceLimits(500 * MILLI, 5 * MILLI, 100 * MILLI, 0.1, 1_000 * MILLI, 400, 100, 64, SEEN);

    private final Declarations declarations =
            new Declarations(List.of(new Declarations.Workers(0, WORKERS, WorkerRule.MOVES)), List.of(), false);
    private final WorkerTable table = OneProcess.with(declarations);
    private final TableView view = new TableView(table, declarations, LIMITS);
    private final AtomicInteger looks = new AtomicInteger();

    @Test
    void shouldForgetWhoHasNothingToDoButForAsManyAsAreShown() {
        run(0);

        assertThat(view.load(0, WORKERS).seen()).hasSize(SEEN);
        looks.set(0);
        assertThat(view.load(0, WORKERS).seen()).hasSize(SEEN);

        assertThat(looks).as("workers that were looked at").hasValue(SEEN);
    }

    @Test
    void shouldKeepAllThatHadMuchToDo() {
        run(MILLI);

        view.load(WORKERS * MILLI, WORKERS);
        looks.set(0);
        view.load(WORKERS * MILLI, WORKERS);

        assertThat(looks).as("workers that were looked at").hasValue(WORKERS);
    }

    /**
     * Lets each worker handle one task.
     *
     * @param nanos the time of each task
     */
    private void run(long nanos) {
        Slot begin = table.beginning();
        TaskBody body = () -> new byte[0];
        for (int worker = 0; worker < WORKERS; worker++) {
            table.send(begin, worker, WorkerTask.of(WorkerTask.BEGIN, body));
        }
        for (Slot slot = table.take(); slot != null; slot = table.take()) {
            slot.poll();
            slot.state(new Cell(nanos));
            table.release(slot);
        }
    }

    /**
     * A worker's figures that count how often {@code fade} was called, which happens once each time that the worker is
     * examined.
     */
    private final class Cell implements TableView.Cell {
        private final long nanos;

        Cell(long nanos) {
            this.nanos = nanos;
        }

        @Override
        public long busyNanos() {
            return nanos;
        }

        @Override
        public long stateBytes() {
            return 0;
        }

        @Override
        public long sinceNanos() {
            return 0;
        }

        @Override
        public void fade(double part) {
            looks.incrementAndGet();
        }
    }
}
