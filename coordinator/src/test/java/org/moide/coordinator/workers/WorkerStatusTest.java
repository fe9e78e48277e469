package org.moide.coordinator.workers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.moide.coordinator.run.TestRun;
import org.moide.coordinator.run.state.RunEnding;
import org.moide.engine.Directives;
import org.moide.engine.control.WorkersNow;

/** Tests the display of workers in the status of a run. */
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WorkerStatusTest {
    private final AtomicReference<TestRun> run = new AtomicReference<>();

    private void complete(HandledWorkers application) throws InterruptedException {
        TestRun made = TestRun.of(() -> application, 1, 1).workers("none");
        run.set(made);
        assertThat(made.run().ending()).as(made.faults + "").isInstanceOf(RunEnding.Complete.class);
        assertThat(made.faults).isEmpty();
    }

    @Test
    void shouldShowWhichHandlerDoesNotReturnAndForHowLong() throws Exception {
        complete(new HandledWorkers(2, Directives.NONE, (task, context) -> {
            if (task == 0) {
                context.send(1, 5);
            } else {
                Awaitility.await().until(this::isShown);
            }
        }));
    }

    private boolean isShown() {
        return run.get().control().status().engines().stream()
                .map(engine -> engine.workers().longest())
                .anyMatch(handler -> handler != null
                        && handler.worker() == 1
                        && handler.task().equals("Integer")
                        && handler.nanos() > TimeUnit.MILLISECONDS.toNanos(1));
    }

    @Test
    void shouldCountAWorkerAsActiveOnlyWhileItSaysThatItIs() throws Exception {
        complete(new HandledWorkers(1, Directives.NONE.startOn(1), (task, context) -> {
            awaitActive(1);
            context.active(false);
            awaitActive(0);
            context.active(true);
            awaitActive(1);
        }));
    }

    /** Waits until engine 1 reports one worker, and {@code count} active workers. */
    private void awaitActive(long count) {
        Awaitility.await().until(() -> {
            WorkersNow now = run.get().control().status().engines().get(1).workers();
            return now.workers() == 1 && now.active() == count;
        });
    }
}
