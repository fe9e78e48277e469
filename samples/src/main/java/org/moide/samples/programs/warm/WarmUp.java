package org.moide.samples.programs.warm;

import org.moide.commlib.CommLib;
import org.moide.commlib.Slice;
import org.moide.engine.Arguments;

/**
 * Decides how many untimed steps come before the measured ones: one, or more until a step takes no less time than
 * before. It is told the time; only {@link #run} reads a clock.
 *
 * <p>Single steps vary too much to compare, and compilers replace code in jumps, so whole spans of at least
 * {@link #LEAST_SPAN_NANOS} are compared, and a gain must be missing in three of them in a row.
 */
public final class WarmUp {
    /** The options that ask for it: a flag, and how many seconds it may take. */
    public static final String OPTION = "--warm-up";

    public static final String LIMIT = "--warm-up-limit";

    private static final double SECONDS = 1.0;
    private static final double MOST_SECONDS = 3_600.0;

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

    /** What was asked for: after how long it ends at the latest; 0 for none. */
    public static long mostNanos(Arguments arguments) {
        double seconds = arguments.number(LIMIT, SECONDS, 0.0, MOST_SECONDS);
        return arguments.flag(OPTION) || arguments.has(LIMIT) ? Math.round(seconds * 1e9) : 0;
    }

    /** Does steps until they are steady: every ID calls, and all do as many, which ID 0 decides by its clock. */
    public static Untimed run(CommLib comm, long mostNanos, Runnable step) {
        WarmUp warmUp = new WarmUp(mostNanos);
        int[] goesOn = {1};
        long beginNanos = System.nanoTime();
        while (goesOn[0] == 1) {
            step.run();
            goesOn[0] = warmUp.goesOnAfterStepAt(System.nanoTime() - beginNanos) ? 1 : 0;
            comm.broadcast(0, Slice.of(goesOn));
        }
        return warmUp.done();
    }

    /** @param mostNanos after so long the warm-up ends, steady or not; 0: it is one step */
    public WarmUp(long mostNanos) {
        this.mostNanos = mostNanos;
    }

    /**
     * A step has ended.
     *
     * @param sinceBeginNanos how long all steps have taken
     * @return whether another one is to come
     */
    public boolean goesOnAfterStepAt(long sinceBeginNanos) {
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
    public Untimed done() {
        return new Untimed(steps, nanos, mostNanos > 0, spansWithoutGain >= SPANS_WITHOUT_GAIN);
    }
}
