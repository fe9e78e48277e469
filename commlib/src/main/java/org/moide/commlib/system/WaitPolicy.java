package org.moide.commlib.system;

/**
 * The times that a waiting thread spins and then yields before it parks.
 *
 * @param spinNanos how long it checks its condition without a pause, at first
 * @param yieldNanos how long it then yields between two checks
 */
public record WaitPolicy(long spinNanos, long yieldNanos) {
    /**
     * How long to spin: a message between threads of one JVM takes much less than this; parking and waking would take
     * longer.
     */
    private static final long SPIN_NANOS = 10_000;
    /**
     * How long to yield: about the cost of parking and waking if processors are shared. A thread that parks earlier
     * keeps its peer waiting so long that the peer parks too, and so on.
     */
    private static final long YIELD_NANOS = 200_000;
    /**
     * How long to yield where threads share processors: some time slices, in which all others on this processor have had
     * their turn. To park and to be woken costs ten times as much as a yield there, since a processor on which all wait
     * goes idle. A yielding thread takes no time from others that compute: the kernel lets each of them run for a slice.
     */
    private static final long CROWDED_YIELD_NANOS = 20_000_000;

    private static final int LOOKS = 256;

    public WaitPolicy {
        if (spinNanos < 0 || yieldNanos < 0) {
            throw new IllegalArgumentException(
                    "expected 0 ns or more to spin and to yield, found " + spinNanos + " ns and " + yieldNanos + " ns");
        }
    }

    /** Returns the policy that parks at once. */
    public static WaitPolicy parkAtOnce() {
        return new WaitPolicy(0, 0);
    }

    /**
     * Returns the number of checks before the clock is read: about as long as another processor takes to answer a few
     * times.
     */
    int looks() {
        return spinNanos > 0 ? LOOKS : 0;
    }

    /** Returns the policy of threads that share processors, which yields for long and then parks. */
    public static WaitPolicy yieldThenPark() {
        return new WaitPolicy(0, CROWDED_YIELD_NANOS);
    }

    /**
     * Returns a policy that spins only if each thread has its own processor: otherwise a spinning thread takes the
     * processor from the very thread it waits for, which a yield lets run sooner than a park.
     *
     * @param computeThreads the compute threads of all engines that share these processors
     */
    public static WaitPolicy forThreads(int computeThreads, int processors) {
        return computeThreads <= processors && processors > 1
                ? new WaitPolicy(SPIN_NANOS, YIELD_NANOS)
                : yieldThenPark();
    }
}
