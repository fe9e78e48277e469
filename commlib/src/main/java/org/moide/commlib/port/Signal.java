package org.moide.commlib.port;

import java.util.function.BooleanSupplier;

/**
 * A signal on which threads wait for each other. It is the only way in which threads of MOIDE block. The real signal
 * spins while processors are free, and then parks. The simulated signal passes control to the event queue, so blocking
 * code runs unchanged in simulated time.
 *
 * <p>The condition decides; the signal only tells when to check it again. So a thread that makes a condition true must
 * call {@link #raise} afterwards. Memory effects before {@code raise} are visible after {@code await} has returned.
 */
public interface Signal {
    /**
     * Returns true once {@code condition} holds, or false if it does not hold after {@code timeoutNanos}. Only the
     * calling thread evaluates {@code condition}, any number of times; it must not block.
     *
     * @param timeoutNanos {@link Long#MAX_VALUE} waits without limit (the end of the run makes the condition true)
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    boolean await(BooleanSupplier condition, long timeoutNanos) throws InterruptedException;

    /** Waits like {@link #await}, but sleeps at once, for a thread that has spun for long enough. */
    default boolean sleep(BooleanSupplier condition, long timeoutNanos) throws InterruptedException {
        return await(condition, timeoutNanos);
    }

    /**
     * Waits like {@link #await}, but never sleeps. Returns false when spinning is no longer worthwhile, or once the
     * thread is interrupted; its flag stays set. It needs no {@link #raise}.
     */
    default boolean awaitAwake(BooleanSupplier condition) {
        return condition.getAsBoolean();
    }

    /**
     * Returns how often a thread should check its condition before it calls {@link #await}. The number is above 0 only
     * if there are processors for both the waiting threads and those that they wait for.
     */
    default int looks() {
        return 0;
    }

    /**
     * Wakes every thread that waits on this signal, so that it checks its condition again. Any thread may call it;
     * never blocks.
     */
    void raise();

    /**
     * Raises the signal like {@link #raise}, but is allowed only directly after an atomic read-modify-write that made
     * the condition true. That saves a fence.
     */
    default void raiseAfterAtomic() {
        raise();
    }

    /** Makes signals; one factory serves an engine. */
    @FunctionalInterface
    interface Factory {
        Signal create();

        /**
         * Returns whether a thread that runs can be told from one that waits by its {@linkplain Thread#getState state}.
         * Simulated threads cannot, since all but one of them stand still.
         */
        default boolean areSeenInThreadStates() {
            return true;
        }
    }
}
