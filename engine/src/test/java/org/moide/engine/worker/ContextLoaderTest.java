package org.moide.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;
import org.moide.engine.core.EngineRun;

/**
 * Tests that each method of an application runs with the application's context class loader, even if earlier methods
 * have removed it.
 */
class ContextLoaderTest {
    private static final int TASKS = 50;

    /** Checks the context class loader, and removes it. */
    private static <V> V spoiled(V value) {
        Thread thread = Thread.currentThread();
        if (thread.getContextClassLoader() != ContextLoaderTest.class.getClassLoader()) {
            throw new IllegalStateException("found the context class loader " + thread.getContextClassLoader());
        }
        thread.setContextClassLoader(null);
        return value;
    }

    private static final class Workers implements WorkerApplication<Integer, Integer, Integer> {
        private final AtomicLong handled = new AtomicLong();

        @Override
        public void begin(WorkerSetup<Integer> setup) {
            setup.workers(0, 4, Directives.NONE.moveAnywhere());
            for (int task = 0; task < TASKS; task++) {
                setup.send(task % 4, task);
            }
            spoiled(0);
        }

        @Override
        public Integer state(long worker, WorkerContext<Integer, Integer> context) {
            return 0;
        }

        @Override
        public void handle(Integer task, WorkerContext<Integer, Integer> context) {
            spoiled(handled.incrementAndGet());
            context.become(context.state() + 1);
        }

        @Override
        public Integer result(long worker, Integer state) {
            return state;
        }

        @Override
        public Integer merge(Integer left, Integer right) {
            return left + right;
        }

        @Override
        public void handleResults(Integer result, Report report) {
            report.put("sum", spoiled(result));
        }
    }

    @Test
    void shouldGiveEachTaskOfAWorkerTheApplicationsLoader() throws Exception {
        assertThat(EngineRun.of(Workers::new, 2, 1).workers("none").complete()).containsEntry("sum", TASKS);
    }
}
