package org.moide.samples.programs.genetic;

import java.util.concurrent.locks.LockSupport;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.text.Numbers;

/**
 * The time that an evaluation takes in addition: as much as it would take for individuals that need a simulation, such
 * as oil fields.
 *
 * @param leastMillis the least time, in milliseconds
 * @param mostMillis the greatest time, in milliseconds
 * @param computing whether the thread computes in that time; if not, it waits
 */
record Effort(double leastMillis, double mostMillis, boolean computing) {
    /** The number of steps, in a chain of dependent multiplications, that take about a millisecond on any host. */
    private static final double STEPS_PER_MILLI = 700_000.0;

    private static final double MOST_MILLIS = 3_600_000.0;
    private static final double NANOS_PER_MILLI = 1e6;

    static Effort of(Arguments arguments) {
        String range = arguments.text("--fitness-ms", "0");
        int colon = range.indexOf(':');
        double least = millis(range, colon < 0 ? range : range.substring(0, colon));
        double most = colon < 0 ? least : millis(range, range.substring(colon + 1));
        if (least > most) {
            throw new UsageException("--fitness-ms: expected the smaller first, found '" + range + "'");
        }
        String load = arguments.text("--load", "compute");
        if (!load.equals("compute") && !load.equals("sleep")) {
            throw new UsageException("--load: expected compute or sleep, found '" + load + "'");
        }
        return new Effort(least, most, load.equals("compute"));
    }

    private static double millis(String range, String number) {
        double millis = Numbers.decimal(number);
        if (!(millis >= 0.0 && millis <= MOST_MILLIS)) {
            throw new UsageException("--fitness-ms: expected milliseconds from 0 to " + (long) MOST_MILLIS
                    + ", or two such numbers as in 1:5, found '" + range + "'");
        }
        return millis;
    }

    /**
     * Computes or waits for the time of one evaluation.
     *
     * @param part the position of the time between the least and the greatest time, from 0 to 1
     * @throws InterruptedException if the run ends meanwhile
     */
    void take(double part) throws InterruptedException {
        double millis = leastMillis + part * (mostMillis - leastMillis);
        if (computing) {
            compute((long) (millis * STEPS_PER_MILLI));
        } else {
            waitFor((long) (millis * NANOS_PER_MILLI));
        }
    }

    private static void compute(long steps) {
        long value = 1;
        for (long step = 0; step < steps; step++) {
            value = value * 6_364_136_223_846_793_005L + step;
        }
        if (value == 0) {
            throw new IllegalStateException("expected an odd or even number, found none"); // keeps the loop alive
        }
    }

    private static void waitFor(long nanos) throws InterruptedException {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException("the run ended while a fitness was being waited for");
            }
        }
    }
}
