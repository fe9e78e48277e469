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
 * Decides how many untimed steps come before the measured ones: one, or more until a step takes no less time than
 * before and the JVMs' compilers have little to do. It is told the time; only {@link #run} reads a clock.
 *
 * <p>Single steps vary too much to compare, and compilers replace code in jumps, so whole spans of at least
 * {@link #LEAST_SPAN_NANOS} are compared, and a gain must be missing in three of them in a row. Where compilers take
 * processors from the steps, these are as slow as before until all at once they are not: such a span counts as one with
 * a gain.
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

    /** A JVM's compilers that work for more than this part of a span may be about to replace slow code. */
    private static final double STILL_COMPILING = 0.2;

    private final long mostNanos;
    private int steps;
    private long nanos;
    private long spanBeginNanos;
    private int spanBeginSteps;
    private long spanBeginCompiledNanos;
    private double nanosPerStep = Double.POSITIVE_INFINITY;
    private int spansWithoutGain;

    /** Reads what was asked for: after how long it ends at the latest; 0 for none. */
    public static long mostNanos(Arguments arguments) {
        double seconds = arguments.number(LIMIT, SECONDS, 0.0, MOST_SECONDS);
        return arguments.flag(OPTION) || arguments.has(LIMIT) ? Math.round(seconds * 1e9) : 0;
    }

    /**
     * Does steps until they are steady. Every ID calls, and all do as many, since each knows how long the slowest has
     * taken, and how long the busiest JVM has compiled.
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

    /** @param mostNanos after so long the warm-up ends, steady or not; 0: it is one step */
    public WarmUp(long mostNanos) {
        this.mostNanos = mostNanos;
    }

    /**
     * A step has ended.
     *
     * @param sinceBeginNanos how long all steps have taken
     * @param compiledNanos how long compilers have worked in the JVM where they have worked longest; 0 where nobody
     *     knows
     * @return whether another one is to come
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

    /** The steps that have been done by now. */
    public Untimed done() {
        return new Untimed(steps, nanos, mostNanos > 0, spansWithoutGain >= SPANS_WITHOUT_GAIN);
    }
}
