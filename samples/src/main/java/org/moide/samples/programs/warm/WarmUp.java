package org.moide.samples.programs.warm;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.engine.Arguments;

/**
 * Decides how many untimed steps come before the measured ones: one, or as many as it takes until steps get no faster
 * and the JVMs' compilers have little work. The time is an argument; only {@link #run} reads a clock.
 *
 * <p>The times of single steps vary too much to be compared, and steps get faster in jumps, when compilers replace
 * code. So periods of at least {@link #LEAST_SPAN_NANOS} are compared, and three of them in a row must bring no gain.
 * As long as compilers take processors from the steps, the steps stay slow, and may suddenly become fast. So a period
 * in which compilers were busy counts as one with a gain.
 */
public final class WarmUp {
    /** The name of the flag by which a user requests a warm-up. */
    public static final String OPTION = "--warm-up";

    public static final String LIMIT = "--warm-up-limit";

    private static final double SECONDS = 1.0;
    private static final double MOST_SECONDS = 3_600.0;

    /**
     * The shortest period that is compared. It is long compared with a step of a small problem and with most
     * compilations, and short compared with the limit.
     */
    static final long LEAST_SPAN_NANOS = 100_000_000;

    /** A period counts as faster if its time per step is below this fraction of the earlier one. */
    private static final double STILL_FASTER = 0.97;

    private static final int SPANS_WITHOUT_GAIN = 3;

    /**
     * A JVM's compilers count as busy if they worked for at least this fraction of a period. They may then be about to
     * replace slow code.
     */
    private static final double STILL_COMPILING = 0.2;

    private final long mostNanos;
    private int steps;
    private long nanos;
    private long spanBeginNanos;
    private int spanBeginSteps;
    private long spanBeginCompiledNanos;
    private double nanosPerStep = Double.POSITIVE_INFINITY;
    private int spansWithoutGain;

    /** Reads the options. Returns the longest time of the warm-up; 0 if there is none. */
    public static long mostNanos(Arguments arguments) {
        double seconds = arguments.number(LIMIT, SECONDS, 0.0, MOST_SECONDS);
        return arguments.flag(OPTION) || arguments.has(LIMIT) ? Math.round(seconds * 1e9) : 0;
    }

    /**
     * Runs steps until their time is steady. Every ID must call it. All IDs run the same number of steps, because each
     * knows the time of the slowest ID, and how long the busiest JVM has compiled.
     */
    public static Untimed run(CommLib comm, long mostNanos, Runnable step) {
        WarmUp warmUp = new WarmUp(mostNanos);
        CompilationMXBean compilers = mostNanos > 0 ? ManagementFactory.getCompilationMXBean() : null;
        long[] longest = new long[2];
        long beginNanos = System.nanoTime();
        boolean goesOn = true;
        while (goesOn) {
            step.run();
            longest[0] = System.nanoTime() - beginNanos;
            longest[1] = compiledNanos(compilers);
            comm.allReduce(Slice.of(longest), Reduction.MAXIMUM);
            goesOn = warmUp.goesOnAfterStepAt(longest[0], longest[1]);
        }
        return warmUp.done();
    }

    private static long compiledNanos(@Nullable CompilationMXBean compilers) {
        return compilers == null || !compilers.isCompilationTimeMonitoringSupported()
                ? 0
                : TimeUnit.MILLISECONDS.toNanos(compilers.getTotalCompilationTime());
    }

    /**
     * Begins a warm-up, before its first step.
     *
     * @param mostNanos the time after which the warm-up ends, steady or not; 0 for one step
     */
    public WarmUp(long mostNanos) {
        this.mostNanos = mostNanos;
    }

    /**
     * Records that a step has ended.
     *
     * @param sinceBeginNanos the time of all steps so far
     * @param compiledNanos how long compilers have worked so far, in the JVM in which they worked longest; 0 if unknown
     * @return whether another step must follow
     */
    public boolean goesOnAfterStepAt(long sinceBeginNanos, long compiledNanos) {
        steps++;
        nanos = sinceBeginNanos;
        long spanNanos = nanos - spanBeginNanos;
        if (spanNanos >= LEAST_SPAN_NANOS) {
            double now = (double) spanNanos / (steps - spanBeginSteps);
            boolean compiling = compiledNanos - spanBeginCompiledNanos > STILL_COMPILING * spanNanos;
            spansWithoutGain = now > STILL_FASTER * nanosPerStep && !compiling ? spansWithoutGain + 1 : 0;
            nanosPerStep = Math.min(nanosPerStep, now);
            spanBeginNanos = nanos;
            spanBeginSteps = steps;
            spanBeginCompiledNanos = compiledNanos;
        }
        return nanos < mostNanos && spansWithoutGain < SPANS_WITHOUT_GAIN;
    }

    /** Returns the account of the steps that were run so far. */
    public Untimed done() {
        return new Untimed(steps, nanos, mostNanos > 0, spansWithoutGain >= SPANS_WITHOUT_GAIN);
    }
}
