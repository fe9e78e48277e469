package org.moide.coordinator.run.state;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.loan.MemberDeath;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.reconfigure.ChangeReason;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.report.WorkersReport;
import org.moide.engine.control.EngineReport;

/** What is different in a run of a bag of tasks and one of an SPMD application. Stepped by {@code RunCore}, whose part it is. */
public interface RunPart {
    /** The first step: everybody learns who is who. */
    void begin(long nowNanos);

    /** Records up to this one are in the journal, which only a bag has. */
    default void journalSynced(long upTo, long nowNanos) {}

    /** A bag's tasks are there. */
    default void tasksCreated(RunCoreEvent.TasksCreated created, long nowNanos) {}

    /** A large result of a bag's loan has been merged. */
    default void resultTaken(long loan, long nowNanos) {}

    /** The application has a bag's results. */
    default void resultsHandled() {}

    /** What became of the commit of an SPMD application's checkpoint. */
    default void commitWritten(RunCoreEvent.CommitWritten written, long nowNanos) {}

    /** Whether an SPMD application's classes have a call of {@code restore}. */
    default void restoreCallsFound(boolean any, long nowNanos) {}

    /** Whether the application says this for the first time. */
    boolean isNew(EngineReport.Said said);

    // --- what engines say that are in the run

    /** It knows who is who. */
    void registered(Seat seat, EngineReport.Registered registered, long nowNanos);

    /** It lives, and this is how it stands. */
    void beat(Seat seat, EngineReport.Beat beat, long nowNanos);

    /** What its threads are in; the seat has it. */
    default void looked(long nowNanos) {}

    /** A letter to the root of the balancing. */
    void letter(Letter letter, long nowNanos);

    /** Something about the epochs, which only an SPMD application's engines have. */
    default void ofEpoch(Seat seat, EngineReport.OfEpoch report, long nowNanos) {}

    /** All its threads have left the epoch. */
    default void left(Seat seat, EngineReport.Left left, long nowNanos) {}

    /** A thread found another engine gone. */
    void released(Seat seat, EngineReport.Released released, long nowNanos);

    /** All its threads have returned. */
    void finished(Seat seat, EngineReport.Finished finished, long nowNanos);

    /** A thread threw. */
    void failed(Seat seat, EngineReport.Failed failed, long nowNanos);

    // --- engines come and go

    /** An engine is lost. */
    void lost(Seat seat, String what, MemberDeath death, long nowNanos);

    /** It has been silent for so long that others should have its tasks. */
    void silent(Seat seat, long nowNanos);

    /** An engine that was recruited is among the seats. */
    void made(Seat seat, long nowNanos);

    /** An engine that was recruited will not come. */
    void notMade(RunCoreEvent.EngineNotMade none, long nowNanos);

    /** Begins to do what is wanted; it is answered once, when it is done or cannot be. */
    void change(long question, ChangeOrder.OfEngines order, ChangeReason why, long nowNanos);

    /** Ends the run if that was put off until now; before anybody is looked at. */
    void endIfDue(long nowNanos);

    /** Does what is due. */
    void tick(long nowNanos);

    /** When it wants that again at the latest. */
    long nextTickNanos();

    /** Whether every task is done and every loan is home: engines are missed for their figures only. */
    boolean areBooksClosed();

    /** What the run does. */
    RunStatus.State state();

    /** How many tasks are done, known and failed. */
    LoanTotals totals();

    /** What there is to do, and what can be changed about the engines now. */
    RunStatus.Work work();

    // --- the end

    /** The run is over: who waits for something to be changed is told so. */
    void over(String why, long nowNanos);

    List<RunOutcome.EngineOutcome> engines();

    /** What engines lent each other, as those say that have finished. */
    LoanTotals lent();

    List<RunReport.FailedTask> failedTasks();

    /** What a worker application's workers did; null if it is none. */
    default @Nullable WorkersReport workers() {
        return null;
    }

    /** Whether another coordinator could go on. */
    boolean isResumable(RunEnding ending);
}
