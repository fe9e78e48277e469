package org.moide.balance.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.moide.balance.worker.strategy.WorkerRule;

/** Tests the count of active workers, on one process with workers 0 and 1. */
class ActiveWorkersTest {
    private final Declarations declarations =
            new Declarations(List.of(new Declarations.Workers(0, 2, WorkerRule.MOVES)), List.of(), false);
    private final WorkerTable table = OneProcess.with(declarations);

    private Slot taken() {
        Slot slot = Objects.requireNonNull(table.take());
        assertThat(slot.poll()).isNotNull();
        return slot;
    }

    private void sendTo(long worker) {
        table.send(table.beginning(), worker, WorkerTask.of(WorkerTask.BEGIN, () -> new byte[0]));
    }

    @Test
    void shouldNotCountAWorkerThatWaitsForAnAnswerAsActive() {
        sendTo(0);
        sendTo(1);
        Slot asks = taken();
        assertThat(table.activeWorkers()).isEqualTo(2);

        table.waitBegins(asks);
        assertThat(table.activeWorkers()).isEqualTo(1);
        table.waitEnds(asks);
        assertThat(table.activeWorkers()).isEqualTo(2);
        table.release(asks);
        assertThat(table.activeWorkers()).isEqualTo(1);
    }

    @Test
    void shouldNotSubtractAWorkerThatIsMarkedAsInactive() {
        sendTo(0);
        sendTo(1);
        Slot asks = taken();
        table.active(asks, false);

        table.waitBegins(asks);
        assertThat(table.activeWorkers()).isEqualTo(1);
        table.waitEnds(asks);
        assertThat(table.activeWorkers()).isEqualTo(1);
    }
}
