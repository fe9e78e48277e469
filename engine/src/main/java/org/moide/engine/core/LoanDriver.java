package org.moide.engine.core;

import org.moide.balance.loan.LoanOutput;
import org.moide.engine.compute.TaskFeed;

/** Does what an engine's balancer wants done. Used by the control thread only. */
final class LoanDriver implements LoanOutput.EngineHandler {
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
    public void drained(LoanOutput.Drained drained) {
        epoch.drained();
    }
}
