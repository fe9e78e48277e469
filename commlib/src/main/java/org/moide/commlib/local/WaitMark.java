package org.moide.commlib.local;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The record of what one thread waits for, so that others can see it while the thread is blocked. The thread writes it
 * only when its condition does not hold at once; this costs a few plain stores.
 *
 * <p><b>Threads and fields.</b> The owner writes, any thread reads. {@code number} counts how often the owner began
 * and ended waiting, so it is odd while it waits. The other fields describe one wait. A reader reads them between two
 * reads of {@code number}, and drops them if the number has changed.
 */
public final class WaitMark {
    private static final VarHandle NUMBER;

    static {
        try {
            NUMBER = MethodHandles.lookup().findVarHandle(WaitMark.class, "number", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private static final long NOT_RETURNED = Long.MIN_VALUE;

    private long number;
    private @Nullable Object call;
    private @Nullable BooleanSupplier condition;
    private long sinceNanos;
    private @Nullable Awaited within;
    private volatile long returnedNanos = NOT_RETURNED;

    /**
     * A snapshot of the wait of a thread.
     *
     * @param number identifies the wait: the same number is the same wait
     * @param call the call in which it waits; an {@link Awaited} if the wait has that type's properties
     * @param held whether the condition already holds: then the thread is about to go on. It is false if other threads
     *     may not evaluate the condition
     */
    public record Seen(long number, Object call, long sinceNanos, boolean held) {}

    // --- the owner ------------------------------------------------------------------------------------------------

    /**
     * Marks the beginning of a wait. Returns false if the thread waits already: the new wait is part of the earlier
     * one.
     */
    boolean begin(Object what, BooleanSupplier until, long nowNanos) {
        if ((number & 1) != 0) {
            return false;
        }
        call = what;
        condition = until;
        sinceNanos = nowNanos;
        NUMBER.setRelease(this, number + 1);
        return true;
    }

    /** Records that the thread's wait is over. */
    void end() {
        NUMBER.setRelease(this, number + 1);
        VarHandle.storeStoreFence(); // Readers must not mistake the next wait's fields for this one's.
        call = null;
        condition = null; // it refers to the receiver's array
    }

    /** Sets the call to which the following waits belong, as other threads see them; null for none. */
    public void within(@Nullable Awaited outer) {
        within = outer;
    }

    /** Marks that the thread has returned from the application and makes no more calls. */
    public void returned(long nowNanos) {
        returnedNanos = nowNanos;
    }

    // --- any thread -----------------------------------------------------------------------------------------------

    /** Returns whether the thread has returned from the application. */
    public boolean hasReturned() {
        return returnedNanos != NOT_RETURNED;
    }

    /** Returns when the thread returned from the application. Valid only if {@link #hasReturned}. */
    public long returnedNanos() {
        return returnedNanos;
    }

    /** Returns a snapshot of the current wait; null if the thread does not wait, or begins or ends a wait right now. */
    public @Nullable Seen look() {
        long before = (long) NUMBER.getAcquire(this);
        if ((before & 1) == 0) {
            return null;
        }
        Object what = call;
        BooleanSupplier until = condition;
        Awaited outer = within;
        long since = sinceNanos;
        if (what == null || until == null || !isStill(before)) {
            return null;
        }
        if (!(what instanceof Awaited)) {
            return new Seen(before, what, since, false);
        }
        boolean held = until.getAsBoolean();
        return isStill(before) ? new Seen(before, outer == null ? what : outer, since, held) : null;
    }

    private boolean isStill(long before) {
        VarHandle.acquireFence();
        return (long) NUMBER.getAcquire(this) == before;
    }
}
