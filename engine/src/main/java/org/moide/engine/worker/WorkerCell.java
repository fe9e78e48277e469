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
     * Returns the cell in which a worker's state is held on this engine. If {@code held} is not a cell yet, makes one.
     *
     * @param held the worker's cell, its encoded state if it has moved here, or null if it has no state
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

    /**
     * Replaces the state by an earlier one. Used before a failed task is tried again.
     *
     * @param encoded the encoding of the earlier state; null for no state
     */
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
