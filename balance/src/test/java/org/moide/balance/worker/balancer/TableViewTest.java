package org.moide.balance.worker.balancer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.moide.balance.worker.Declarations;
import org.moide.balance.worker.OneProcess;
import org.moide.balance.worker.Slot;
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

    @Test
    void shouldCountNothingOfAWorkerThatIsNotActive() {
        send(0);
        send(0);
        send(1);
        for (int worker = 0; worker < 2; worker++) {
            Slot slot = Objects.requireNonNull(table.take());
            slot.poll();
            slot.state(new Cell(MILLI));
            table.active(slot, worker != 0);
            table.release(slot);
        }

        LocalLoad load = view.load(2 * MILLI, 2);

        assertThat(load.queuedTasks()).isZero();
        assertThat(load.seen())
                .extracting(LocalWorker::worker, LocalWorker::queuedTasks, LocalWorker::busyNanos)
                .containsExactlyInAnyOrder(tuple(0L, 0L, 0L), tuple(1L, 0L, MILLI));
    }

    private void send(long worker) {
        table.send(table.beginning(), worker, WorkerTask.of(WorkerTask.BEGIN, () -> new byte[0]));
    }

    /**
     * Lets each worker handle one task.
     *
     * @param nanos the time of each task
     */
    private void run(long nanos) {
        for (int worker = 0; worker < WORKERS; worker++) {
            send(worker);
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
