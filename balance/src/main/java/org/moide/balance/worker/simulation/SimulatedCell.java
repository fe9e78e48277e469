package org.moide.balance.worker.simulation;

import org.moide.balance.worker.balancer.TableView;

/** What a member keeps with a worker that has had a task there: the figures that an engine keeps, and no state. */
final class SimulatedCell implements TableView.Cell {
    /** In place of a state that moves; how long it would be is known without it. */
    private static final byte[] STATE = {1};

    private final long stateBytes;
    private final long sinceNanos;
    private long busyNanos;

    /** @param stateBytes 0 until it has been seen as bytes: before its first move */
    SimulatedCell(long stateBytes, long sinceNanos) {
        this.stateBytes = stateBytes;
        this.sinceNanos = sinceNanos;
    }

    byte[] encoded() {
        return STATE.clone();
    }

    void ran(long nanos) {
        busyNanos += nanos;
    }

    @Override
    public long busyNanos() {
        return busyNanos;
    }

    @Override
    public long stateBytes() {
        return stateBytes;
    }

    @Override
    public long sinceNanos() {
        return sinceNanos;
    }

    @Override
    public void fade(double part) {
        busyNanos -= (long) (busyNanos * part);
    }
}
