package org.moide.samples.programs.cg;

/**
 * Decides how many untimed steps come before the measured ones: NPB's one, or more until a step takes no less time than
 * before. It is told the time and reads no clock. For one thread; the others do what it decides.
 *
 * <p>Single steps vary too much to compare, and compilers replace code in jumps, so whole spans of at least
 * {@link #LEAST_SPAN_NANOS} are compared, and a gain must be missing in three of them in a row.
 */
final class WarmUp {
    /** Long beside a step of the small classes and beside most compilations, short beside the limit. */
    static final long LEAST_SPAN_NANOS = 100_000_000;

    /** A span whose steps take more than this part of the time of those before is no faster. */
    private static final double STILL_FASTER = 0.97;

    private static final int SPANS_WITHOUT_GAIN = 3;

    private final long mostNanos;
    private int steps;
    private long nanos;
    private long spanBeginNanos;
    private int spanBeginSteps;
    private double nanosPerStep = Double.POSITIVE_INFINITY;
    private int spansWithoutGain;

    /** @param mostNanos after so long the warm-up ends, steady or not; 0: it is one step, as NPB prescribes */
    WarmUp(long mostNanos) {
        this.mostNanos = mostNanos;
    }

    /**
     * A step has ended.
     *
     * @param sinceBeginNanos how long all steps have taken
     * @return whether another one is to come
     */
    boolean goesOnAfterStepAt(long sinceBeginNanos) {
        steps++;
        nanos = sinceBeginNanos;
        long spanNanos = nanos - spanBeginNanos;
        if (spanNanos >= LEAST_SPAN_NANOS) {
            double now = (double) spanNanos / (steps - spanBeginSteps);
            spansWithoutGain = now > STILL_FASTER * nanosPerStep ? spansWithoutGain + 1 : 0;
            nanosPerStep = Math.min(nanosPerStep, now);
            spanBeginNanos = nanos;
            spanBeginSteps = steps;
        }
        return nanos < mostNanos && spansWithoutGain < SPANS_WITHOUT_GAIN;
    }

    /** What has been done by now. */
    Untimed done() {
        return new Untimed(steps, nanos, mostNanos > 0, spansWithoutGain >= SPANS_WITHOUT_GAIN);
    }
}
