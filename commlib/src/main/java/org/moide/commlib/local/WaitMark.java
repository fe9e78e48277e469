package org.moide.commlib.local;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The word that one thread leaves of what it waits in, so that others can see it while it cannot speak. It is written
 * only when a condition was found not to hold, and costs some plain stores then.
 *
 * <p><b>Threads and fields.</b> The owner writes, any thread reads. {@code number} counts how often the owner began and ended
 * to wait, so it is odd while it waits; the other fields belong to a wait and are read between two reads of that number: if
 * it has changed they are not used.
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
     * The sight of a thread that waits.
     *
     * @param number of this wait: the same number is the same wait
     * @param call what it waits in; an {@link Awaited} if the wait is one of those
     * @param held whether the condition held already, so that the thread is about to go on; false where it is not to be asked
     */
    public record Seen(long number, Object call, long sinceNanos, boolean held) {}

    // --- the owner ------------------------------------------------------------------------------------------------

    /** Begins to wait. False if it waits already: then this is a part of that. */
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

    /** Goes on. */
    void end() {
        NUMBER.setRelease(this, number + 1);
        VarHandle.storeStoreFence(); // What the next wait writes is not seen as this one's.
        call = null;
        condition = null; // which has the receiver's array
    }

    /** Says that the waits from here on are a part of this call; null for none. */
    public void within(@Nullable Awaited outer) {
        within = outer;
    }

    /** Says that the thread has returned from the application, and calls nothing any more. */
    public void returned(long nowNanos) {
        returnedNanos = nowNanos;
    }

    // --- any thread -----------------------------------------------------------------------------------------------

    /** Returns whether the thread has returned from the application. */
    public boolean hasReturned() {
        return returnedNanos != NOT_RETURNED;
    }

    /** The time at which it returned; only if {@link #hasReturned}. */
    public long returnedNanos() {
        return returnedNanos;
    }

    /** Looks at the wait; null if it does not wait, or has begun or ended just now. */
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
