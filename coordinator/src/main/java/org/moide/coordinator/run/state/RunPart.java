package org.moide.coordinator.run.state;

import java.util.List;
import org.moide.balance.loan.LoanTotals;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.report.RunReport;
import org.moide.engine.control.EngineReport;

/** What is different in a run of a bag of tasks and one of an SPMD application. Stepped by {@code RunCore}, whose part it is. */
public interface RunPart {
    /** The first step: everybody learns who is who. */
    void begin(long nowNanos);

    /** Takes what only such a run has. */
    void step(RunEvent event, long nowNanos);

    /** Whether the application says this for the first time. */
    boolean isNew(EngineReport.Said said);

    /** An engine that is in the run has told something that is not the same in all runs. */
    void reported(Seat seat, EngineReport report, long nowNanos);

    /** An engine is lost. */
    void lost(Seat seat, String what, long nowNanos);

    /** It has been silent for so long that others should have its tasks. */
    void silent(Seat seat, long nowNanos);

    /** An engine that was recruited is among the seats. */
    void made(Seat seat, long nowNanos);

    /** An engine that was recruited will not come. */
    void notMade(RunEvent.EngineNotMade none, long nowNanos);

    /** Begins to do what is wanted; it is answered once, when it is done or cannot be. */
    void change(RunEvent.ChangeWanted wanted, long nowNanos);

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

    /** Whether another coordinator could go on. */
    boolean isResumable(RunEnding ending);
}
