package org.moide.samples.programs.uts;

import java.util.concurrent.TimeUnit;

/**
 * The rounds of a warm-up. During the warm-up, the search of the tree begins again every second, and earlier results
 * are discarded; after it, the search runs once to the end. So when the last round begins, all code has been compiled,
 * including that at the end of a round. Any thread may use it.
 */
final class Rounds {
    private static final long ROUND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final int last;
    private final long startNanos = System.nanoTime();

    /**
     * Begins the first round now.
     *
     * @param last the number of the last round, the one that counts; rounds are numbered from 0
     */
    Rounds(int last) {
        this.last = last;
    }

    /** Returns the current round by this engine's clock, from 0. */
    int now() {
        return (int) Math.min(last, (System.nanoTime() - startNanos) / ROUND_NANOS);
    }

    /** Returns the time since the beginning of the last round; 0 if there is only one round. */
    long nanosOfLast() {
        return last == 0 ? 0 : System.nanoTime() - startNanos - last * ROUND_NANOS;
    }
}
