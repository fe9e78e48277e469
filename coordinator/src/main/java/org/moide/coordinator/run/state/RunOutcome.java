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
 * @param ending why the run ended
 * @param engines all engines that the run has had, in the order in which they were started
 * @param pool the counts of tasks by their outcome
 * @param lent the loans between engines, and the number of tasks that their threads executed, of those engines that
 *     have reported their end
 * @param failedTasks the first tasks that were given up
 * @param workers the work of a worker application's workers; null for every other application
 * @param changes the changes of engines, in the order in which they were made
 * @param resumable whether another coordinator could resume the run
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
     * @param statistics the counts and times of its work; null if it did not report its end
     * @param principal the engine for which it computed to its end if it was an assistant; below 0 if it was none
     * @param joined its share of a bag's tasks, if it joined the running bag; null if it was there from the start
     * @param pace how many of a bag's tasks it had executed at which moment
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

    /** Returns the failure of the run; null if it did not fail. */
    public EngineReport.@Nullable Failed failure() {
        return ending instanceof RunEnding.Failed failed ? failed.told() : null;
    }

    /** Returns whether the user ended the run. */
    public boolean interrupted() {
        return ending instanceof RunEnding.Interrupted;
    }
}
