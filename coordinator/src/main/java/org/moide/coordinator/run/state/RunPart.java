package org.moide.coordinator.run.state;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.loan.MemberDeath;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.reconfigure.ChangeReason;
import org.moide.coordinator.reconfigure.EpochTable;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.report.WorkersReport;
import org.moide.engine.control.EngineReport;

/**
 * The part of a run's core that differs between a bag of tasks and an SPMD application. {@code RunCore} calls it on the
 * control thread.
 */
public interface RunPart {
    /** Begins the run: each engine is sent the table of all engines. */
    void begin(long nowNanos);

    /** Notes that the journal's records up to number {@code upTo} are on disk. Only a bag of tasks has a journal. */
    default void journalSynced(long upTo, long nowNanos) {}

    /** Adds tasks that a bag's {@code createTasks} has put. */
    default void tasksCreated(RunCoreEvent.TasksCreated created, long nowNanos) {}

    /**
     * Notes that a large result has been merged, so that its memory is free.
     *
     * @param loan the number of the loan that returned it
     */
    default void resultTaken(long loan, long nowNanos) {}

    /** Notes that a bag's {@code handleResults} has returned. */
    default void resultsHandled() {}

    /** Handles the end of a commit on disk, which only SPMD applications with checkpoints have. */
    default void commitWritten(RunCoreEvent.CommitWritten written, long nowNanos) {}

    /**
     * Handles the result of the search whether an SPMD application's classes call {@code restore}.
     *
     * @param any whether they call it
     */
    default void restoreCallsFound(boolean any, long nowNanos) {}

    /**
     * Counts a line or result that the application has reported. Returns false if it is a repeat, which is not counted:
     * after a return to a checkpoint, threads report some again.
     */
    boolean isNew(EngineReport.Said said);

    // --- reports of active engines

    /** Notes that an engine has confirmed the table of engines which it was sent. */
    void registered(Seat seat, EngineReport.Registered registered, long nowNanos);

    /** Handles the heartbeat of an engine. */
    void beat(Seat seat, EngineReport.Beat beat, long nowNanos);

    /**
     * Notes that an engine has reported what its threads wait for. The report is in the engine's {@link Seat#looked}.
     */
    default void looked(long nowNanos) {}

    /** Handles a message to the root, the coordinator's part of the load balancing. */
    void letter(Letter letter, long nowNanos);

    /** Handles a report about an epoch. Only engines of SPMD applications and of workers send such reports. */
    default void ofEpoch(Seat seat, EngineReport.OfEpoch report, long nowNanos) {}

    /** Notes that all threads of an engine have left the application because the epoch ends. */
    default void left(Seat seat, EngineReport.Left left, long nowNanos) {}

    /** Notes that a thread has stopped waiting for another engine, because that engine seemed to be gone. */
    void released(Seat seat, EngineReport.Released released, long nowNanos);

    /** Notes that all threads of an engine have returned from the application. */
    void finished(Seat seat, EngineReport.Finished finished, long nowNanos);

    /** Notes that a thread of an engine threw an exception. */
    void failed(Seat seat, EngineReport.Failed failed, long nowNanos);

    // --- engines join and leave

    /** Handles the loss of an engine. */
    void lost(Seat seat, String what, MemberDeath death, long nowNanos);

    /**
     * Returns the number of the engine that stays in any case when engines do not reach each other, because it has data
     * that no other engine has; {@link EpochTable#NOBODY} if there is none now.
     */
    int first();

    /** Notes that an engine has been silent for so long that other engines get its tasks. */
    void silent(Seat seat, long nowNanos);

    /** Handles the arrival of a requested engine. The engine is ready and has its number. */
    void made(Seat seat, long nowNanos);

    /** Notes that a requested engine could not be started. */
    void notMade(RunCoreEvent.EngineNotMade none, long nowNanos);

    /** Begins a change of engines. The order is answered once, when the change is done or has failed. */
    void change(long question, ChangeOrder.OfEngines order, ChangeReason why, long nowNanos);

    /** Ends the run if its end was put off until now. Called before the engines' time limits are checked. */
    void endIfDue(long nowNanos);

    /** Does what is due at this time. */
    void tick(long nowNanos);

    /** Returns the time at which {@link #tick} must be called at the latest. */
    long nextTickNanos();

    /**
     * Returns whether all tasks are done and all loans have returned. Then the run waits only for the engines'
     * statistics.
     */
    boolean areBooksClosed();

    RunStatus.State state();

    /** Returns the numbers of done, known and failed tasks. */
    LoanTotals totals();

    /** Returns the waiting work, and which changes of engines are possible now. */
    RunStatus.Work work();

    // --- the end

    /** Answers all orders for changes that are not finished, because the run is over. */
    void over(String why, long nowNanos);

    List<RunOutcome.EngineOutcome> engines();

    /** Returns the counts of the loans between engines. They include only engines that have reported their end. */
    LoanTotals lent();

    List<RunReport.FailedTask> failedTasks();

    /** Returns the work of a worker application's workers; null for every other application. */
    default @Nullable WorkersReport workers() {
        return null;
    }

    /** Returns whether another coordinator could resume the run after it has ended in this way. */
    boolean isResumable(RunEnding ending);
}
