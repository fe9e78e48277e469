package org.moide.command.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.moide.balance.loan.LoanTotals;
import org.moide.commlib.local.LocalSpace;
import org.moide.commlib.port.ProcessorClock;
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.run.SteppedRun;
import org.moide.coordinator.run.TestRun;
import org.moide.coordinator.run.state.RunEnding;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineStatistics;
import org.moide.engine.control.EngineStatistics.ThreadStatistics;
import org.moide.engine.control.TaskNow;
import org.moide.engine.control.ThreadTime;

/** Tests the tables and reports of runs that were simulated, and of runs that have ended. */
class TablesOfRunsTest {
    private static final long MILLION = 1_000_000;

    @Test
    void shouldNameATaskThatRunsForLong() {
        SteppedRun run = SteppedRun.bagUnderWay(Assistance.NONE);
        run.report(1, new EngineReport.Beat(7, 3, 0).with(new TaskNow(0, "17", TimeUnit.SECONDS.toNanos(34))));

        assertThat(StatusTable.lines("abc", "bag", run.status(), 0))
                .contains("engine-1 has been running task 17 for 34.00 s, in its thread 0");
    }

    @Test
    void shouldShowAThreadThatWasThereForLessTimeAsWaitingForTheOthers() {
        RunOutcome outcome = new RunOutcome(
                new RunEnding.Complete(),
                List.of(engine(0, 4 * MILLION), engine(1, 2 * MILLION)),
                LoanTotals.NONE,
                LoanTotals.NONE,
                List.of(),
                null,
                List.of(),
                false);
        TestRun run = TestRun.of(() -> {
            throw new AssertionError("expected to be told how a run ended, not to run one");
        });

        assertThat(RunTable.times(run.report(outcome)).get(2))
                .contains(" 2.0 ms ", " 0.0 ms ")
                .doesNotContain("4.0 ms");
    }

    private static RunOutcome.EngineOutcome engine(int number, long computeNanos) {
        ThreadStatistics thread = new ThreadStatistics(
                number,
                new ThreadTime(computeNanos, 0, 0, 0, 0, 0),
                0,
                Map.of(),
                new ProcessorClock.Spent(3 * MILLION, -1));
        return new RunOutcome.EngineOutcome(
                SteppedRun.engine(number, 1, new LocalSpace("test").self()),
                EngineStatistics.silent(List.of(thread)),
                -1,
                null,
                List.of());
    }
}
