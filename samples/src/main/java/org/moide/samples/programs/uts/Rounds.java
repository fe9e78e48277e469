package org.moide.samples.programs.uts;

import java.util.concurrent.TimeUnit;

/**
 * The rounds of a warm-up: the search of the tree begins anew every second, and earlier results are discarded; after
 * the warm-up it runs once to the end. So all code has been compiled, including that at the end of a round. Any thread.
 */
final class Rounds {
    private static final long ROUND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final int last;
    private final long startNanos = System.nanoTime();

    /**
     * Begins the first round now.
     *
     * @param last the number of rounds before the one that counts
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
