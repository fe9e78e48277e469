package org.moide.commlib.system;

/**
 * The time that a waiting thread stays on its processor before it parks.
 *
 * @param spinNanos the time of looking again and again, first
 * @param yieldNanos the time of letting others run between two looks, after that
 */
public record WaitPolicy(long spinNanos, long yieldNanos) {
    /** A message between threads of one JVM takes well under this; parking and waking would cost more. */
    private static final long SPIN_NANOS = 10_000;
    /**
     * The cost of parking and waking where processors are shared. A thread that sleeps sooner keeps the other side
     * waiting for so long that it sleeps too, and then both go on like that.
     */
    private static final long YIELD_NANOS = 200_000;

    private static final int LOOKS = 256;

    public WaitPolicy {
        if (spinNanos < 0 || yieldNanos < 0) {
            throw new IllegalArgumentException(
                    "expected 0 ns or more to spin and to yield, found " + spinNanos + " ns and " + yieldNanos + " ns");
        }
    }

    /** Parks at once. */
    public static WaitPolicy parkAtOnce() {
        return new WaitPolicy(0, 0);
    }

    /**
     * The number of looks before any clock is read: about as long as it takes another processor to answer a few times.
     */
    int looks() {
        return spinNanos > 0 ? LOOKS : 0;
    }

    /** Yields, then parks. */
    public static WaitPolicy yieldThenPark() {
        return new WaitPolicy(0, YIELD_NANOS);
    }

    /**
     * Spins only if each thread has a processor to itself: otherwise a spinning thread keeps from its processor the very
     * thread it waits for, and lets it run by yielding sooner than by parking.
     *
     * @param computeThreads of all engines that share these processors
     */
    public static WaitPolicy forThreads(int computeThreads, int processors) {
        return computeThreads <= processors && processors > 1
                ? new WaitPolicy(SPIN_NANOS, YIELD_NANOS)
                : yieldThenPark();
    }
}
