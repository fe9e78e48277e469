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

/** The part of a run's core that differs between a bag of tasks and an SPMD application. Stepped by {@code RunCore}. */
public interface RunPart {
    /** Begins the run: tells all engines which engines there are. */
    void begin(long nowNanos);

    /** Takes the news that records of the journal up to this one are on disk. Only a bag has a journal. */
    default void journalSynced(long upTo, long nowNanos) {}

    /** Takes tasks that a bag's {@code createTasks} has put. */
    default void tasksCreated(RunCoreEvent.TasksCreated created, long nowNanos) {}

    /** Notes that a large result of a bag's loan has been merged. */
    default void resultTaken(long loan, long nowNanos) {}

    /** Notes that a bag's {@code handleResults} has returned. */
    default void resultsHandled() {}

    /** Takes the outcome of the commit of an SPMD application's checkpoint. */
    default void commitWritten(RunCoreEvent.CommitWritten written, long nowNanos) {}

    /** Takes the answer whether an SPMD application's classes call {@code restore}. */
    default void restoreCallsFound(boolean any, long nowNanos) {}

    /** Returns whether this line or result is no repeat, and counts it. */
    boolean isNew(EngineReport.Said said);

    // --- reports of active engines

    /** Notes that an engine has confirmed a registration. */
    void registered(Seat seat, EngineReport.Registered registered, long nowNanos);

    /** Takes the heartbeat of an engine. */
    void beat(Seat seat, EngineReport.Beat beat, long nowNanos);

    /** Notes that an engine has reported what its threads wait for; its seat has the report. */
    default void looked(long nowNanos) {}

    /** Takes a message to the root of the balancing. */
    void letter(Letter letter, long nowNanos);

    /** Takes a report about epochs, which only engines of an SPMD application send. */
    default void ofEpoch(Seat seat, EngineReport.OfEpoch report, long nowNanos) {}

    /** Notes that all threads of an engine have left the epoch. */
    default void left(Seat seat, EngineReport.Left left, long nowNanos) {}

    /** Notes that a thread found another engine gone. */
    void released(Seat seat, EngineReport.Released released, long nowNanos);

    /** Notes that all threads of an engine have returned from the application. */
    void finished(Seat seat, EngineReport.Finished finished, long nowNanos);

    /** Notes that a thread of an engine threw an exception. */
    void failed(Seat seat, EngineReport.Failed failed, long nowNanos);

    // --- engines join and leave

    /** Notes that an engine is lost. */
    void lost(Seat seat, String what, MemberDeath death, long nowNanos);

    /**
     * Returns the seat of the engine that must not leave when engines do not reach each other, since it has data that
     * no other engine has; {@link EpochTable#NOBODY} if there is none now.
     */
    int first();

    /** Notes that an engine has been silent for so long that other engines get its tasks. */
    void silent(Seat seat, long nowNanos);

    /** Takes a requested engine that is ready; it has a seat already. */
    void made(Seat seat, long nowNanos);

    /** Notes that a requested engine could not be started. */
    void notMade(RunCoreEvent.EngineNotMade none, long nowNanos);

    /** Begins a change of engines. The order is answered once, when the change is done or has failed. */
    void change(long question, ChangeOrder.OfEngines order, ChangeReason why, long nowNanos);

    /** Ends the run if a delayed end is due. Called before engines are checked. */
    void endIfDue(long nowNanos);

    /** Does what is due at this time. */
    void tick(long nowNanos);

    /** Returns when {@link #tick} must be called at the latest. */
    long nextTickNanos();

    /**
     * Returns whether all tasks are done and all loans have returned, so that the run only waits for engines'
     * statistics.
     */
    boolean areBooksClosed();

    RunStatus.State state();

    /** Returns the numbers of done, known and failed tasks. */
    LoanTotals totals();

    /** Returns the waiting work, and which changes of engines are possible now. */
    RunStatus.Work work();

    // --- the end

    /** Answers open orders for changes, since the run is over. */
    void over(String why, long nowNanos);

    List<RunOutcome.EngineOutcome> engines();

    /** Returns the loans between engines, as far as engines have reported their end. */
    LoanTotals lent();

    List<RunReport.FailedTask> failedTasks();

    /** Returns what a worker application's workers did; null for every other application. */
    default @Nullable WorkersReport workers() {
        return null;
    }

    /** Returns whether another coordinator could resume the run. */
    boolean isResumable(RunEnding ending);
}
