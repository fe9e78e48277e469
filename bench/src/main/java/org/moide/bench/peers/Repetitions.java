package org.moide.bench.peers;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.moide.commlib.port.Ticker;

/**
 * Repeats an operation as {@code moide bench comm} does: a warm-up for half of the time, then single timings for the
 * whole time.
 */
final class Repetitions {
    private static final int LEAST = 5;
    private static final int MOST = 200_000;
    private static final long WARM_UP_MEASUREMENTS = 10;

    private final Ticker ticker;
    private final long nanosEach;
    private final IntUnaryOperator agree;

    /**
     * Creates the repetitions of one party; all parties repeat the same operations in the same order.
     *
     * @param agree returns, at every party, the number that the first party passes
     */
    Repetitions(Ticker ticker, long nanosEach, IntUnaryOperator agree) {
        this.ticker = ticker;
        this.nanosEach = nanosEach;
        this.agree = agree;
    }

    /** Runs all these operations in turn as a warm-up, together for as long as that of {@code moide bench comm}. */
    void warmUp(Runnable... all) {
        Repetitions longer = new Repetitions(ticker, WARM_UP_MEASUREMENTS * nanosEach / (2L * all.length), agree);
        for (Runnable each : all) {
            longer.medianNanos(each);
        }
    }

    /** Returns the median time of a repetition in nanoseconds. */
    long medianNanos(Runnable timed) {
        return medianNanos(() -> {}, timed);
    }

    /** Returns the median time of a repetition in nanoseconds; {@code before} runs before each and is not timed. */
    long medianNanos(Runnable before, Runnable timed) {
        int count = LEAST;
        long passed = 0;
        boolean warm = false;
        while (!warm) {
            long start = ticker.nanoTime();
            time(before, timed, count);
            long last = Math.max(1, ticker.nanoTime() - start);
            passed += last;
            boolean enough = passed >= nanosEach / 2 || count >= MOST;
            double next = enough ? (double) nanosEach * count / last : 2.0 * count;
            int bounded = (int) Math.max(LEAST, Math.min(MOST, next));
            // A negative number marks the last repetition of the warm-up.
            int agreed = agree.applyAsInt(enough ? -bounded : bounded);
            warm = agreed < 0;
            count = Math.abs(agreed);
        }
        long[] nanos = time(before, timed, count);
        Arrays.sort(nanos);
        return nanos[count / 2];
    }

    private long[] time(Runnable before, Runnable timed, int count) {
        long[] nanos = new long[count];
        for (int i = 0; i < count; i++) {
            before.run();
            long start = ticker.nanoTime();
            timed.run();
            nanos[i] = ticker.nanoTime() - start;
        }
        return nanos;
    }
}
