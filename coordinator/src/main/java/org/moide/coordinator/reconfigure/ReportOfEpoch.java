package org.moide.coordinator.reconfigure;

import org.moide.engine.control.EngineReport;

/** What an engine says about epochs; the rest is for others. Used by the control thread only. */
final class ReportOfEpoch implements EngineReport.Handler {
    private final SpmdEpochs epochs;
    private final Safekeeping saved;
    private final int seat;
    private final long nowNanos;

    ReportOfEpoch(SpmdEpochs epochs, Safekeeping saved, int seat, long nowNanos) {
        this.epochs = epochs;
        this.saved = saved;
        this.seat = seat;
        this.nowNanos = nowNanos;
    }

    @Override
    public void registered(EngineReport.Registered registered) {
        epochs.registered(seat, registered, nowNanos);
    }

    @Override
    public void beat(EngineReport.Beat beat) {
        // Not of epochs.
    }

    @Override
    public void looked(EngineReport.Looked looked) {
        // Not of epochs.
    }

    @Override
    public void loan(EngineReport.Loan loan) {
        // Not of epochs.
    }

    @Override
    public void said(EngineReport.Said said) {
        // Not of epochs.
    }

    @Override
    public void restorable(EngineReport.Restorable can) {
        saved.can(can);
    }

    @Override
    public void checkpointStored(EngineReport.CheckpointStored stored) {
        epochs.stored(stored);
    }

    @Override
    public void left(EngineReport.Left left) {
        epochs.left(seat, left, nowNanos);
    }

    @Override
    public void released(EngineReport.Released told) {
        epochs.released(told, nowNanos);
    }

    @Override
    public void joined(EngineReport.Joined joined) {
        epochs.joined(joined, nowNanos);
    }

    @Override
    public void recorded(EngineReport.Recorded recorded) {
        // Not of epochs.
    }

    @Override
    public void finished(EngineReport.Finished finished) {
        epochs.finished(seat);
    }

    @Override
    public void failed(EngineReport.Failed failed) {
        // Not of epochs.
    }
}
