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
 * The part of a run's core that differs between a bag of tasks and an SPMD application. Stepped by {@code RunCore}, to
 * which it belongs.
 */
public interface RunPart {
    /** Takes the first step, in which all engines learn which engines there are. */
    void begin(long nowNanos);

    /** Notes that the journal is on disk up to this record. Only a bag has a journal. */
    default void journalSynced(long upTo, long nowNanos) {}

    /** Takes tasks of a bag. */
    default void tasksCreated(RunCoreEvent.TasksCreated created, long nowNanos) {}

    /** Notes that a large result of a bag's loan has been merged. */
    default void resultTaken(long loan, long nowNanos) {}

    /** Notes that the application has a bag's results. */
    default void resultsHandled() {}

    /** Takes the outcome of the commit of an SPMD application's checkpoint. */
    default void commitWritten(RunCoreEvent.CommitWritten written, long nowNanos) {}

    /** Takes the answer whether an SPMD application's classes have a call of {@code restore}. */
    default void restoreCallsFound(boolean any, long nowNanos) {}

    /** Returns whether the application says this for the first time. */
    boolean isNew(EngineReport.Said said);

    // --- what engines say that are in the run

    /** Notes that an engine is registered: it knows which engines there are. */
    void registered(Seat seat, EngineReport.Registered registered, long nowNanos);

    /** Takes the beat of an engine, which shows that it lives and how it stands. */
    void beat(Seat seat, EngineReport.Beat beat, long nowNanos);

    /** Notes that an engine has reported what its threads are in; its seat has the report. */
    default void looked(long nowNanos) {}

    /** Takes a letter to the root of the balancing. */
    void letter(Letter letter, long nowNanos);

    /** Takes a report about epochs, which only an SPMD application's engines have. */
    default void ofEpoch(Seat seat, EngineReport.OfEpoch report, long nowNanos) {}

    /** Notes that all threads of an engine have left the epoch. */
    default void left(Seat seat, EngineReport.Left left, long nowNanos) {}

    /** Notes that a thread found another engine gone. */
    void released(Seat seat, EngineReport.Released released, long nowNanos);

    /** Notes that all threads of an engine have returned. */
    void finished(Seat seat, EngineReport.Finished finished, long nowNanos);

    /** Notes that a thread of an engine threw. */
    void failed(Seat seat, EngineReport.Failed failed, long nowNanos);

    // --- engines come and go

    /** Notes that an engine is lost. */
    void lost(Seat seat, String what, MemberDeath death, long nowNanos);

    /**
     * Returns the seat of the engine that never leaves for another's sake, as it knows what no other does;
     * {@link EpochTable#NOBODY} if there is none now.
     */
    int first();

    /** Notes that an engine has been silent long enough for others to get its tasks. */
    void silent(Seat seat, long nowNanos);

    /** Takes in an engine that was recruited and is among the seats. */
    void made(Seat seat, long nowNanos);

    /** Notes that an engine that was recruited will not come. */
    void notMade(RunCoreEvent.EngineNotMade none, long nowNanos);

    /** Begins a change of engines. It is answered once, when it is done or cannot be. */
    void change(long question, ChangeOrder.OfEngines order, ChangeReason why, long nowNanos);

    /** Ends the run if that was delayed until now. Called before any engine is looked at. */
    void endIfDue(long nowNanos);

    /** Does what is due. */
    void tick(long nowNanos);

    /** Returns the latest time of the next {@link #tick}. */
    long nextTickNanos();

    /** Returns whether every task is done and every loan is home. Then engines are only awaited for their figures. */
    boolean areBooksClosed();

    /** Returns the state of the run. */
    RunStatus.State state();

    /** Returns how many tasks are done, known and failed. */
    LoanTotals totals();

    /** Returns the work to do, and which changes of engines are possible now. */
    RunStatus.Work work();

    // --- the end

    /** Tells those who wait for a change that the run is over. */
    void over(String why, long nowNanos);

    List<RunOutcome.EngineOutcome> engines();

    /** Returns what engines lent each other, as reported by those that have finished. */
    LoanTotals lent();

    List<RunReport.FailedTask> failedTasks();

    /** Returns what a worker application's workers did; null if it has none. */
    default @Nullable WorkersReport workers() {
        return null;
    }

    /** Returns whether another coordinator could go on. */
    boolean isResumable(RunEnding ending);
}
