package org.moide.samples.bench;

import java.nio.ByteBuffer;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;

/**
 * Repeats measurements. Each is repeated first as a warm-up, for a part of its time, and then as often as its time
 * allows; there, each repetition is timed. All IDs call {@link #measure} for the same measurements in the same order,
 * so that all agree on the number of repetitions and their histograms can be merged.
 */
final class Stopwatch {
    /**
     * The least number of repetitions in a warm-up. The JVM compiles code after a number of calls, not only after some
     * time.
     */
    private static final int LEAST_WARM_UP = 3;

    /** The number of repetitions of a measurement in one turn of the common warm-up, if its messages are short. */
    private static final int WARM_UP_AT_ONCE = 100;

    /**
     * The most bytes of messages that a measurement sends in one turn of the common warm-up, if its messages are long.
     * Changing to the next measurement costs as much as a few messages.
     */
    private static final int WARM_UP_BYTES_AT_ONCE = 8 * 1024 * 1024;

    private static final int LEAST_REPETITIONS = 5;

    /** The most repetitions of a measurement. Their times are kept in an array as long as the measurement runs. */
    private static final int MOST_REPETITIONS = 200_000;

    private static final int DIGITS = 3;

    private final CommLib comm;
    private final long nanosEach;

    Stopwatch(CommLib comm, long nanosEach) {
        this.comm = comm;
        this.nanosEach = nanosEach;
    }

    /**
     * Warms up: runs all measurements in turn, untimed, until the time {@code nanos} has passed. Otherwise the first
     * measurement would run while the JVM compiles code that all measurements have in common. All lengths of messages
     * take part, since some code runs for long messages only.
     *
     * @return the time that the warm-up took, in nanoseconds
     */
    long warmUp(List<Measurement> measurements, long nanos) {
        List<Runnable> turns = measurements.stream()
                .filter(measurement -> measurement.part() != Measurement.Part.ABSENT)
                .map(this::turn)
                .toList();
        long start = System.nanoTime();
        long passed = 0;
        while (passed < nanos) {
            turns.forEach(Runnable::run);
            passed = comm.allReduce(System.nanoTime() - start, Reduction.MAXIMUM);
        }
        return passed;
    }

    private Runnable turn(Measurement measurement) {
        Measurement.Work work = measurement.work().make();
        int bytes = Math.max(1, measurement.bytes() * measurement.messages());
        int count = Math.max(1, Math.min(WARM_UP_AT_ONCE, WARM_UP_BYTES_AT_ONCE / bytes));
        return () -> time(work, new long[count]);
    }

    /**
     * Runs a measurement, and returns its row: the number of repetitions; the mean, median, 99th and 99.9th percentile and
     * maximum in nanoseconds; and the bytes per second.
     */
    double[] measure(Measurement measurement) {
        boolean absent = measurement.part() == Measurement.Part.ABSENT;
        Measurement.Work work = absent
                ? Measurement.Work.of(Measurement.Work.NOTHING)
                : measurement.work().make();
        int repetitions = warmUp(work);
        long[] nanos = new long[repetitions];
        comm.remoteBarrier();
        if (!absent) {
            time(work, nanos);
        }
        Histogram own = new Histogram(DIGITS);
        if (measurement.part() == Measurement.Part.TIMED) {
            for (long each : nanos) {
                own.recordValue(Math.max(1, each));
            }
        }
        return row(measurement, repetitions, merge(own));
    }

    /** Repeats the work as a warm-up, and returns how many repetitions fit into the time of a measurement. */
    private int warmUp(Measurement.Work work) {
        long passed = 0;
        long last = 0;
        int count = LEAST_WARM_UP;
        while (true) {
            long[] nanos = new long[count];
            long start = System.nanoTime();
            time(work, nanos);
            // All IDs see the same longest time, and so make the same decision.
            last = Math.max(1, comm.allReduce(System.nanoTime() - start, Reduction.MAXIMUM));
            passed += last;
            if (passed >= nanosEach / 2 || count >= MOST_REPETITIONS) {
                break;
            }
            count = Math.min(2 * count, MOST_REPETITIONS);
        }
        double fitting = (double) nanosEach * count / last;
        return (int) Math.max(LEAST_REPETITIONS, Math.min(MOST_REPETITIONS, fitting));
    }

    private static void time(Measurement.Work work, long[] nanos) {
        Runnable before = work.before();
        Runnable timed = work.timed();
        if (before != Measurement.Work.NOTHING) {
            for (int i = 0; i < nanos.length; i++) {
                before.run();
                long start = System.nanoTime();
                timed.run();
                nanos[i] = System.nanoTime() - start;
            }
            return;
        }
        long last = System.nanoTime();
        for (int i = 0; i < nanos.length; i++) {
            timed.run();
            long now = System.nanoTime();
            nanos[i] = now - last;
            last = now;
        }
    }

    private Histogram merge(Histogram own) {
        ByteBuffer buffer = ByteBuffer.allocate(own.getNeededByteBufferCapacity());
        byte[] bytes = new byte[own.encodeIntoByteBuffer(buffer)];
        buffer.flip();
        buffer.get(bytes);
        List<byte[]> all = comm.allGather(bytes);
        Histogram merged = new Histogram(DIGITS);
        for (byte[] one : all) {
            merged.add(Histogram.decodeFromByteBuffer(ByteBuffer.wrap(one), 0));
        }
        return merged;
    }

    private static double[] row(Measurement measurement, int repetitions, Histogram nanos) {
        double messages = measurement.messages();
        double mean = nanos.getMean() / messages;
        return new double[] {
            repetitions,
            mean,
            nanos.getValueAtPercentile(50) / messages,
            nanos.getValueAtPercentile(99) / messages,
            nanos.getValueAtPercentile(99.9) / messages,
            nanos.getMaxValue() / messages,
            measurement.carriesBytes() ? measurement.bytes() / mean * 1e9 : 0
        };
    }
}
