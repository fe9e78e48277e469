package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.moide.coordinator.run.state.RunEnding;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
public class WorkersTest {
    private static final int WORKERS = 20;
    private static final int STEPS = 2_000;

    /** Numbered messages in a ring and across: each worker checks that they come in their order, each once. */
    public static final class Ring implements WorkerApplication<Ring.State, Long, Long> {
        /** How many have come from the one before and from the one across. */
        static final class State implements Serializable {
            private static final long serialVersionUID = 1L;
            long near;
            long far;
        }

        @Override
        public void begin(WorkerSetup<Long> setup) {
            setup.workers(0, WORKERS, Directives.NONE.moveAnywhere());
            for (int worker = 0; worker < WORKERS; worker++) {
                setup.send(worker, 0L);
            }
        }

        @Override
        public State state(long worker, WorkerContext<State, Long> context) {
            return new State();
        }

        @Override
        public void handle(Long task, WorkerContext<State, Long> context) {
            State state = context.state();
            long me = context.worker();
            long number = task / 3;
            if (task % 3 == 1) {
                require(number, ++state.near, me);
            } else if (task % 3 == 2) {
                require(number, ++state.far, me);
            } else if (number < STEPS) {
                context.send((me + 1) % WORKERS, 3 * (number + 1) + 1);
                context.send((me + WORKERS / 2) % WORKERS, 3 * (number + 1) + 2);
                context.send(me, 3 * (number + 1));
            }
        }

        private static void require(long found, long expected, long me) {
            if (found != expected) {
                throw new IllegalStateException("worker " + me + ": expected " + expected + ", found " + found);
            }
        }

        @Override
        public Long result(long worker, State state) {
            return state.near * 1_000_000 + state.far;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }

        @Override
        public void handleResults(Long result, Report report) {
            report.put("sum", result);
        }
    }

    @Test
    void shouldHandleEachTaskOnceAndInOrderWhileWorkersMove() throws Exception {
        for (String strategy : new String[] {"none", "rotate"}) {
            TestRun run = TestRun.of(Ring::new, 2, 2, 1).workers(strategy);
            RunOutcome outcome = run.run();
            assertThat(outcome.ending()).as(run.faults + "").isInstanceOf(RunEnding.Complete.class);
            assertThat(run.results).containsEntry("sum", WORKERS * (STEPS * 1_000_000L + STEPS));
        }
    }
}
