package org.moide.engine.worker;

import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.balancer.TableView;

/**
 * A worker's state on this engine, and the time that its tasks took. Belongs to the thread that runs the worker; others
 * read the figures.
 */
final class WorkerCell implements TableView.Cell {
    private static final VarHandle BUSY = busy(); // there may be millions of cells: no object for each

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
     * Returns {@code held}, which a slot keeps with its worker, if that is a cell already. Else makes a cell: without a
     * state if it is null, or of the encoded state with which the worker came.
     *
     * @param nowNanos the ticker's time, from which on a new cell counts
     */
    static WorkerCell of(@Nullable Object held, long nowNanos) {
        if (held instanceof WorkerCell cell) {
            return cell;
        }
        return new WorkerCell((byte[]) held, nowNanos);
    }

    /** Returns the state; null before the worker's first task. */
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

    /** Goes back to the state that had this encoded form; null if there was none. */
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

    /** Adds the time for which the worker's tasks ran. */
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
