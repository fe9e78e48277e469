package org.moide.engine.core;

import org.moide.balance.loan.LoanOutput;
import org.moide.engine.compute.TaskFeed;

/** Does what an engine's balancer wants done. Used by the control thread only. */
final class LoanDriver implements LoanOutput.Handler {
    private final EngineEpoch epoch;

    LoanDriver(EngineEpoch epoch) {
        this.epoch = epoch;
    }

    @Override
    public void send(LoanOutput.Send send) {
        epoch.send(send);
    }

    @Override
    public void runFailed(LoanOutput.RunFailed failed) {
        epoch.broken(failed.why());
    }

    @Override
    public void closeLoan(LoanOutput.CloseLoan close) {
        epoch.feed().assign(new TaskFeed.Work.Close(close));
    }

    @Override
    public void encodeTasks(LoanOutput.EncodeTasks encode) {
        epoch.feed().assign(new TaskFeed.Work.Encode(encode));
    }

    @Override
    public void mergeResults(LoanOutput.MergeResults merge) {
        epoch.feed().assign(new TaskFeed.Work.Merge(merge));
    }

    @Override
    public void poolEnded(LoanOutput.PoolEnded ended) {
        // Its threads have seen it in the pool.
    }

    @Override
    public void drained(LoanOutput.Drained drained) {
        epoch.drained();
    }

    @Override
    public void loanBooked(LoanOutput.LoanBooked booked) {
        // Only the root wants that.
    }

    @Override
    public void resultAccepted(LoanOutput.ResultAccepted accepted) {
        // Only the root wants that.
    }

    @Override
    public void noRoom(LoanOutput.NoRoom noRoom) {
        // Only the root says that.
    }

    @Override
    public void objectsWritten(LoanOutput.ObjectsWritten written) {
        // Only the root wants that.
    }

    @Override
    public void neverWritten(LoanOutput.NeverWritten never) {
        // Only the root wants that.
    }

    @Override
    public void phaseDone(LoanOutput.PhaseDone done) {
        // Only the root wants that.
    }

    @Override
    public void taskTriedAgain(LoanOutput.TaskTriedAgain again) {
        // Only the root wants that.
    }

    @Override
    public void taskGivenUp(LoanOutput.TaskGivenUp givenUp) {
        // Only the root wants that.
    }

    @Override
    public void tooManyTasksFailed(LoanOutput.TooManyTasksFailed failed) {
        // Only the root wants that.
    }

    @Override
    public void poolFinished(LoanOutput.PoolFinished done) {
        // Only the root wants that.
    }
}
