package org.moide.engine.core;

/** What an epoch does about what its compute threads tell, at a time. Used by the control thread only. */
final class EpochStep implements EpochEvent.Handler {
    private final EngineEpoch epoch;
    private final long now;

    EpochStep(EngineEpoch epoch, long now) {
        this.epoch = epoch;
        this.now = now;
    }

    @Override
    public void loanClosed(EpochEvent.LoanClosed closed) {
        epoch.perform(epoch.balancer().closed(closed.loan(), now));
    }

    @Override
    public void tasksEncoded(EpochEvent.TasksEncoded encoded) {
        epoch.perform(epoch.balancer().encoded(encoded.tasks(), now));
    }

    @Override
    public void resultsMerged(EpochEvent.ResultsMerged merged) {
        epoch.perform(epoch.balancer().merged(merged.results(), now));
    }

    @Override
    public void taskFailed(EpochEvent.TaskFailed failed) {
        epoch.perform(epoch.balancer().failed(failed.account(), failed.failure(), now));
    }

    @Override
    public void tasksPut(EpochEvent.TasksPut put) {
        epoch.perform(epoch.balancer().put(put.tasks(), now));
        epoch.feed().putKnown(put.thread());
    }

    @Override
    public void threadsEnded(EpochEvent.ThreadsEnded ended) {
        epoch.threadsEnded(ended, now);
    }

    @Override
    public void dataAnswered(EpochEvent.DataAnswered answered) {
        epoch.dataAnswered(answered.answer(), now);
    }

    @Override
    public void dataBroken(EpochEvent.DataBroken broken) {
        epoch.broken(broken.why());
    }

    @Override
    public void failed(EpochEvent.Failed failed) {
        epoch.failed(failed.failure());
    }
}
