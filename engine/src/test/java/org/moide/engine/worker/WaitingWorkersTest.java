package org.moide.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.moide.engine.Directives;
import org.moide.engine.control.EngineStatistics;
import org.moide.engine.core.EngineRun;

class WaitingWorkersTest {
    /** Computes for a tenth of a second or longer. */
    private static double longWork() {
        double sum = 0;
        for (int i = 1; i < 10_000_000; i++) {
            sum += Math.sin(i);
        }
        return sum;
    }

    @Test
    void shouldNotTakeWaitingForAnAnswerForWork() throws Exception {
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.workers(0, 1, Directives.NONE.startOn(0));
                    setup.workers(1, 1, Directives.NONE.startOn(1));
                    setup.send(0, "begin");
                })
                .handle((task, context) -> context.ask(1, "work", String.class).get())
                .answer((request, context) -> "worked " + longWork());

        EngineRun run = EngineRun.of(application, 1, 1);
        run.complete();

        assertThat(computeNanos(run, 0)).isLessThan(computeNanos(run, 1) / 2);
    }

    @Test
    void shouldCountWhatASpareThreadDoesForTheThreadInWhosePlaceItDidIt() throws Exception {
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.workers(0, 2, Directives.NONE);
                    setup.send(0, "begin");
                })
                .handle((task, context) -> context.ask(1, "work", String.class).get())
                .answer((request, context) -> "worked " + longWork());

        EngineRun run = EngineRun.of(application, 1);
        run.complete();

        EngineStatistics.ThreadStatistics thread = run.thread(0, 0);
        assertThat(thread.tasks()).isEqualTo(2);
        assertThat(thread.time().computeNanos()).isGreaterThan(thread.time().wallNanos() / 2);
    }

    private static long computeNanos(EngineRun run, int engine) {
        return run.thread(engine, 0).time().computeNanos();
    }
}
