package org.moide.commlib.port;

import java.util.function.BooleanSupplier;

/**
 * The place where threads wait for each other: the only way in which anything here blocks. The real one spins while
 * there are processors to spin on and then parks; the simulated one hands its baton to the event queue, so blocking
 * code runs unchanged in simulated time.
 *
 * <p>The condition is the truth, the signal only says when to look again: whoever makes a condition true must call
 * {@link #raise} afterwards. Memory effects before {@code raise} are visible after {@code await} has returned.
 */
public interface Signal {
    /**
     * Returns true once {@code condition} holds, or false after {@code timeoutNanos} without it. {@code condition} is
     * evaluated by the calling thread only, must not block, and may be evaluated any number of times.
     *
     * @param timeoutNanos {@link Long#MAX_VALUE} waits without limit (the run's end releases the condition)
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    boolean await(BooleanSupplier condition, long timeoutNanos) throws InterruptedException;

    /** Waits like {@link #await}, but for a thread that has been awake for long enough: it sleeps at once. */
    default boolean sleep(BooleanSupplier condition, long timeoutNanos) throws InterruptedException {
        return await(condition, timeoutNanos);
    }

    /**
     * Waits like {@link #await}, but only for as long as it makes sense to stay awake; returns false after that, or
     * once the thread is interrupted, whose flag stays set. Nobody need {@link #raise}.
     */
    default boolean awaitAwake(BooleanSupplier condition) {
        return condition.getAsBoolean();
    }

    /**
     * The number of looks that a thread may take at its condition by itself before it calls {@link #await}: more than
     * never only while there are processors for those that wait and those they wait for.
     */
    default int looks() {
        return 0;
    }

    /** Wakes every thread that waits here, to look at its condition again. Any thread; never blocks. */
    void raise();

    /**
     * Raises the signal like {@link #raise}, by a thread that has made the condition true by an atomic
     * read-modify-write, just before.
     */
    default void raiseAfterAtomic() {
        raise();
    }

    /** Makes signals; one factory serves an engine. */
    @FunctionalInterface
    interface Factory {
        Signal create();
    }
}
