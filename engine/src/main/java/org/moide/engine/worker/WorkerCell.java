package org.moide.engine.worker;

import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.balancer.TableView;

/**
 * A worker's state on this engine, and the time that its tasks took. Used by the thread that runs the worker; other
 * threads read the times.
 */
final class WorkerCell implements TableView.Cell {
    // An atomic field instead of an object, because there may be millions of cells.
    private static final VarHandle BUSY = busy();

    private @Nullable Serializable state;
    private byte @Nullable [] bytes;
    private volatile long busyNanos;
    private volatile int stateBytes;
    private final long sinceNanos;

    private WorkerCell(byte @Nullable [] bytes, long sinceNanos) {
        this.bytes = bytes;
        this.stateBytes = bytes == null ? 0 : bytes.length;
        this.sinceNanos = sinceNanos;
    }

    private static VarHandle busy() {
        try {
            return MethodHandles.lookup().findVarHandle(WorkerCell.class, "busyNanos", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new LinkageError("the field that is here", impossible);
        }
    }

    /**
     * Returns a worker's cell: {@code held} itself if it is a cell, or else a new cell. {@code held} is then null for a
     * worker without a state, or the encoded state of a worker that has moved here.
     *
     * @param nowNanos the time from which on a new cell measures
     */
    static WorkerCell of(@Nullable Object held, long nowNanos) {
        if (held instanceof WorkerCell cell) {
            return cell;
        }
        return new WorkerCell((byte[]) held, nowNanos);
    }

    /** Returns the state; null before the worker's first task. Decodes it at the first call. */
    @Nullable
    Serializable state(Bodies bodies) {
        byte[] encoded = bytes;
        if (state == null && encoded != null) {
            state = (Serializable) bodies.decode(encoded);
            bytes = null;
        }
        return state;
    }

    void state(Serializable now) {
        state = now;
        bytes = null;
    }

    /** Restores the state from its encoding; null for no state. */
    void back(byte @Nullable [] encoded) {
        state = null;
        bytes = encoded;
    }

    /** Returns the encoded state; null before the worker's first task. */
    byte @Nullable [] encoded(Bodies bodies) {
        Serializable object = state;
        byte[] encoded = object == null ? bytes : bodies.encode(object);
        stateBytes = encoded == null ? 0 : encoded.length;
        return encoded;
    }

    @Override
    public long stateBytes() {
        return stateBytes;
    }

    void ran(long nanos) {
        BUSY.getAndAdd(this, nanos);
    }

    @Override
    public long busyNanos() {
        return busyNanos;
    }

    @Override
    public void fade(double part) {
        long nanos = busyNanos;
        while (!BUSY.compareAndSet(this, nanos, nanos - (long) (nanos * part))) {
            nanos = busyNanos;
        }
    }

    @Override
    public long sinceNanos() {
        return sinceNanos;
    }
}
