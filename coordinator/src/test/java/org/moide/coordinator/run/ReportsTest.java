package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.moide.balance.loan.LoanTotals;
import org.moide.commlib.local.LocalSpace;
import org.moide.commlib.port.ProcessorClock;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.plan.ApplicationPlan;
import org.moide.coordinator.report.RunOrigin;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.run.state.RunEnding;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.Arguments;
import org.moide.engine.control.EngineStatistics;
import org.moide.engine.control.EngineStatistics.ThreadStatistics;
import org.moide.engine.control.ThreadTime;

final class ReportsTest {
    private static final long MILLION = 1_000_000;

    @Test
    void shouldCountAThreadThatWasThereForLessTimeAsWaitingForTheOthers() {
        RunReport report = report(List.of());

        assertThat(report.loadBalance()).isCloseTo(0.75, within(1e-12));
        assertThat(report.engines().get(1).threads().get(0).waitSeconds()).isCloseTo(0.002, within(1e-12));
    }

    @Test
    void shouldSayWhenThreadsHadAProcessorAndHowFarTheirEngineWas() {
        RunReport report = report(List.of());
        RunReport.EngineTimes known = report.engines().get(0);
        assertThat(known.threads().get(0).processorSeconds()).isCloseTo(0.003, within(1e-12));
        assertThat(known.threads().get(0).readySeconds()).isNaN();
        assertThat(known.pace()).containsExactly(new RunReport.Pace(1, 7, 0));
    }

    @Test
    void shouldLeaveTheTimesAsTheyAreWhenEnginesCameAndWent() {
        RunReport report = report(List.of(new RunStatus.Change("replaced", 1, 1, "engine-1")));

        assertThat(report.engines().get(1).threads().get(0).waitSeconds()).isZero();
    }

    private static RunReport report(List<RunStatus.Change> changes) {
        RunOutcome outcome = new RunOutcome(
                new RunEnding.Complete(),
                List.of(engine(0, 4 * MILLION), engine(1, 2 * MILLION)),
                LoanTotals.NONE,
                LoanTotals.NONE,
                List.of(),
                null,
                changes,
                false);
        ApplicationPlan hello = new ApplicationPlan("hello", "x.Hello", List.of(), Arguments.of());
        return Reports.of(RunOrigin.UNKNOWN, hello, outcome, Map.of(), 5 * MILLION, List.of(), List.of());
    }

    private static RunOutcome.EngineOutcome engine(int number, long computeNanos) {
        AssembledEngine engine = SteppedRun.engine(number, 1, new LocalSpace("test").self());
        ThreadStatistics thread = new ThreadStatistics(
                number,
                new ThreadTime(computeNanos, 0, 0, 0, 0, 0),
                0,
                Map.of(),
                new ProcessorClock.Spent(3 * MILLION, -1));
        return new RunOutcome.EngineOutcome(
                engine, EngineStatistics.silent(List.of(thread)), -1, null, List.of(new RunReport.Pace(1, 7, 0)));
    }
}
