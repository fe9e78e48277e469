package org.moide.coordinator.run;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.LoanTotals;
import org.moide.coordinator.report.RunReport;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineStatistics;

/**
 * How a run ended.
 *
 * @param failure why it failed; null if it did not
 * @param interrupted whether the user ended it
 * @param statistics by engine number; null for an engine that did not finish
 * @param pool what became of the tasks
 * @param engines what the engines that finished lent each other, and how many tasks their threads ran
 * @param failedTasks the first of those that were given up
 */
record RunOutcome(
        EngineReport.@Nullable Failed failure,
        boolean interrupted,
        List<@Nullable EngineStatistics> statistics,
        LoanTotals pool,
        LoanTotals engines,
        List<RunReport.FailedTask> failedTasks) {
    RunOutcome {
        failedTasks = List.copyOf(failedTasks);
    }
}
