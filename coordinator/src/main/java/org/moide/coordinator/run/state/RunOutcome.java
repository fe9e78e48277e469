package org.moide.coordinator.run.state;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.LoanTotals;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.report.WorkersReport;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineStatistics;

/**
 * The outcome of a run.
 *
 * @param ending the reason for the end
 * @param engines all engines that there ever were, in the order in which they were made
 * @param pool what became of the tasks
 * @param lent what the engines that finished lent each other, and how many tasks their threads ran
 * @param failedTasks the first tasks that were given up
 * @param workers what a worker application's workers did; null if it is none
 * @param changes what was changed about the engines, in the order in which they were done
 * @param resumable whether another coordinator could go on from the journal
 */
public record RunOutcome(
        RunEnding ending,
        List<EngineOutcome> engines,
        LoanTotals pool,
        LoanTotals lent,
        List<RunReport.FailedTask> failedTasks,
        @Nullable WorkersReport workers,
        List<RunStatus.Change> changes,
        boolean resumable) {
    /**
     * The outcome of one engine.
     *
     * @param statistics its statistics; null if it did not finish
     * @param principal the engine whose assistant it was to the end; below 0 if it assisted none
     * @param joined what it has had of a bag's tasks since it came in mid-run; null if it did not come in mid-run
     * @param pace how many of a bag's tasks it had executed when
     */
    public record EngineOutcome(
            AssembledEngine engine,
            @Nullable EngineStatistics statistics,
            int principal,
            RunReport.@Nullable Joined joined,
            List<RunReport.Pace> pace) {
        public EngineOutcome {
            pace = List.copyOf(pace);
        }
    }

    public RunOutcome {
        engines = List.copyOf(engines);
        changes = List.copyOf(changes);
        failedTasks = List.copyOf(failedTasks);
    }

    /** Returns why the run failed; null if it did not. */
    public EngineReport.@Nullable Failed failure() {
        return ending instanceof RunEnding.Failed failed ? failed.told() : null;
    }

    /** Returns whether the user ended the run. */
    public boolean interrupted() {
        return ending instanceof RunEnding.Interrupted;
    }
}
