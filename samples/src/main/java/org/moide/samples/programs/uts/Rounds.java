package org.moide.samples.programs.uts;

import java.util.concurrent.TimeUnit;

/**
 * The tree is searched anew every second, and what was found is forgotten, as often as asked for, and then once to the
 * end: by then the compilers have seen everything, the end of a round too. Any thread.
 */
final class Rounds {
    private static final long ROUND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final int last;
    private final long startNanos = System.nanoTime();

    /** @param last so many come before the one that counts */
    Rounds(int last) {
        this.last = last;
    }

    /** The round by this engine's clock, from 0. */
    int now() {
        return (int) Math.min(last, (System.nanoTime() - startNanos) / ROUND_NANOS);
    }

    /** The time since the last one began, if others came before. */
    long nanosOfLast() {
        return last == 0 ? 0 : System.nanoTime() - startNanos - last * ROUND_NANOS;
    }
}
