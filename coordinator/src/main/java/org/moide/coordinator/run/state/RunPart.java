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
    /** Begins the run: sends every engine the table of all engines. */
    void begin(long nowNanos);

    /** Notes that all records of the journal up to this one are on disk. Only a bag of tasks has a journal. */
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

    /** Handles the end of a commit of an SPMD application's checkpoint on disk. */
    default void commitWritten(RunCoreEvent.CommitWritten written, long nowNanos) {}

    /** Handles the finding whether an SPMD application's classes call {@code restore}. */
    default void restoreCallsFound(boolean any, long nowNanos) {}

    /**
     * Counts a line or result that the application has reported, if it is new. Returns false if it repeats an earlier
     * one, as it may after a return to a checkpoint.
     */
    boolean isNew(EngineReport.Said said);

    // --- reports of active engines

    /** Notes that an engine has confirmed the table of engines that it was sent. */
    void registered(Seat seat, EngineReport.Registered registered, long nowNanos);

    /** Handles the heartbeat of an engine. */
    void beat(Seat seat, EngineReport.Beat beat, long nowNanos);

    /**
     * Notes that an engine has reported what its threads wait for. The report is in the engine's {@link Seat#looked}.
     */
    default void looked(long nowNanos) {}

    /** Handles a message to the root, the coordinator's part of the load balancing. */
    void letter(Letter letter, long nowNanos);

    /** Handles a report about epochs, which only engines of SPMD applications send. */
    default void ofEpoch(Seat seat, EngineReport.OfEpoch report, long nowNanos) {}

    /** Notes that all threads of an engine have left the application because the epoch ends. */
    default void left(Seat seat, EngineReport.Left left, long nowNanos) {}

    /** Notes that a thread stopped waiting for another engine because that engine seemed to be gone. */
    void released(Seat seat, EngineReport.Released released, long nowNanos);

    /** Notes that all threads of an engine have returned from the application. */
    void finished(Seat seat, EngineReport.Finished finished, long nowNanos);

    /** Notes that a thread of an engine threw an exception. */
    void failed(Seat seat, EngineReport.Failed failed, long nowNanos);

    // --- engines join and leave

    /** Handles the loss of an engine. */
    void lost(Seat seat, String what, MemberDeath death, long nowNanos);

    /**
     * Returns the number of the engine that must not leave when engines do not reach each other, since it has data that
     * no other engine has; {@link EpochTable#NOBODY} if there is none now.
     */
    int first();

    /** Notes that an engine has been silent for so long that other engines get its tasks. */
    void silent(Seat seat, long nowNanos);

    /** Handles a requested engine that is ready and has already been given a number. */
    void made(Seat seat, long nowNanos);

    /** Notes that a requested engine could not be started. */
    void notMade(RunCoreEvent.EngineNotMade none, long nowNanos);

    /** Begins a change of engines. The order is answered once, when the change is done or has failed. */
    void change(long question, ChangeOrder.OfEngines order, ChangeReason why, long nowNanos);

    /** Ends the run if an end was delayed and is due now. Called before the engines are checked. */
    void endIfDue(long nowNanos);

    /** Does everything that is due at this time. */
    void tick(long nowNanos);

    /** Returns the time at which {@link #tick} must be called at the latest. */
    long nextTickNanos();

    /**
     * Returns whether all tasks are done and all loans have returned, so that the run only waits for the engines'
     * statistics.
     */
    boolean areBooksClosed();

    RunStatus.State state();

    /** Returns the numbers of done, known and failed tasks. */
    LoanTotals totals();

    /** Returns the waiting work, and which changes of engines are possible now. */
    RunStatus.Work work();

    // --- the end

    /** Answers all unfinished orders for changes, since the run is over. */
    void over(String why, long nowNanos);

    List<RunOutcome.EngineOutcome> engines();

    /** Returns counts of the loans between engines. Engines that have not reported their end are not included. */
    LoanTotals lent();

    List<RunReport.FailedTask> failedTasks();

    /** Returns the work of a worker application's workers; null for every other application. */
    default @Nullable WorkersReport workers() {
        return null;
    }

    /** Returns whether another coordinator could resume the run after this end. */
    boolean isResumable(RunEnding ending);
}
