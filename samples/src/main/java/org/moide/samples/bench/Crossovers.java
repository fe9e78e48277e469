package org.moide.samples.bench;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;

/**
 * Compares the two algorithms of a collective operation, one for short data and one for long data. Both run in turn, at
 * lengths around the one at which the default changes from one to the other. A row {@code crossover/<name>/<bytes>} has
 * four values: the medians of both algorithms in nanoseconds, the one for short data first, and the spread of each,
 * which is half of the distance between its quartiles, as a fraction of its median.
 *
 * <p>If the length is that of a segment, there are not two algorithms: the row compares segments of the default length
 * with segments of this length.
 */
final class Crossovers {
    /**
     * The name, in a tuning profile, of a length of data: from this length on, the threads of an engine share the work
     * of a reduction.
     */
    private static final String THREAD_SHARE = "threadShareBytes";

    private static final String LONG_REDUCE = "longReduceBytes";
    private static final String SEGMENT = "segmentBytes";
    private static final String LONG_GATHER = "longGatherBytes";
    private static final String LONG_BROADCAST = "longBroadcastBytes";

    /**
     * How often the default length is doubled, and how often it is halved: lengths go from an eighth of it to eight
     * times as much.
     */
    private static final int STEPS = 3;

    /**
     * The length of the data that is used to compare lengths of segments, in default segments. If there are two
     * engines, each reduces half of the data.
     */
    private static final int SEGMENTED = 16;

    private static final int ROUNDS = 15;
    private static final int WARM_UP_ROUNDS = 3;
    private static final int ROOT = 0;

    private final CommLib comm;
    private final long nanosEach;
    private final long roomBytes;
    private final int engines;
    private final int mostThreads;

    /**
     * Creates the comparison; nothing is measured yet.
     *
     * @param nanosEach the approximate time for both algorithms together at one length
     * @param roomBytes the most bytes that the arrays of one ID may take; the same at all IDs
     */
    Crossovers(CommLib comm, long nanosEach, long roomBytes) {
        this.comm = comm;
        this.nanosEach = nanosEach;
        this.roomBytes = roomBytes;
        int[] threads = new int[comm.engineOf(comm.count() - 1) + 1];
        IntStream.range(0, comm.count()).forEach(id -> threads[comm.engineOf(id)]++);
        this.engines = threads.length;
        this.mostThreads = Arrays.stream(threads).max().orElse(1);
    }

    /**
     * Measures all rows that are meaningful for the run's numbers of engines and threads. Every ID must call it, and
     * gets rows with the same names.
     */
    Map<String, double[]> measure(Map<String, Integer> around) {
        Map<String, double[]> rows = new LinkedHashMap<>();
        around.forEach((name, standard) -> {
            if (matters(name)) {
                for (int step = -STEPS; step <= STEPS; step++) {
                    long bytes = step < 0 ? standard >> -step : (long) standard << step;
                    if (bytes >= Double.BYTES && !(name.equals(SEGMENT) && step == 0)) {
                        measure(name, standard, (int) Math.min(bytes - bytes % Double.BYTES, 1 << 30), rows);
                    }
                }
            }
        });
        return rows;
    }

    /** Returns whether the collective operation has two algorithms with the run's numbers of engines and threads. */
    private boolean matters(String name) {
        return switch (name) {
            case THREAD_SHARE -> mostThreads > 1;
            case LONG_REDUCE, SEGMENT -> engines > 1;
            case LONG_GATHER -> Integer.bitCount(engines) > 1;
            case LONG_BROADCAST -> engines >= 4;
            default -> false;
        };
    }

    private void measure(String name, int standard, int bytes, Map<String, double[]> rows) {
        long dataBytes = name.equals(SEGMENT) ? (long) SEGMENTED * standard : bytes;
        if (2 * dataBytes > roomBytes) {
            return;
        }
        CommLib shortWay = comm.withProfile(name + " = " + (name.equals(SEGMENT) ? standard : 1 << 30));
        CommLib longWay = comm.withProfile(name + " = " + (name.equals(SEGMENT) ? bytes : 0));
        rows.put(
                "crossover/" + name + "/" + bytes,
                compare(work(name, shortWay, dataBytes), work(name, longWay, dataBytes)));
    }

    private Runnable work(String name, CommLib way, long bytes) {
        return switch (name) {
            case THREAD_SHARE -> reduce(way, bytes / mostThreads);
            case LONG_GATHER -> gather(way, bytes / comm.count());
            case LONG_BROADCAST -> broadcast(way, bytes);
            default -> reduce(way, bytes);
        };
    }

    private static Slice elements(long bytes) {
        return Slice.of(new double[(int) Math.max(1, bytes / Double.BYTES)]);
    }

    private static Runnable reduce(CommLib way, long bytes) {
        Slice data = elements(bytes);
        return () -> way.allReduce(data, Reduction.SUM);
    }

    private Runnable gather(CommLib way, long bytes) {
        Slice part = elements(bytes);
        Slice all = Slice.of(new double[part.length() * comm.count()]);
        return () -> way.allGather(part, all);
    }

    /**
     * Returns a broadcast preceded by a barrier, without which the root would run ahead. Both algorithms are measured
     * with the barrier.
     */
    private Runnable broadcast(CommLib way, long bytes) {
        Slice data = elements(bytes);
        return () -> {
            way.remoteBarrier();
            way.broadcast(ROOT, data);
        };
    }

    private double[] compare(Runnable shortWay, Runnable longWay) {
        int repetitions = 1;
        long passed = 0;
        for (int round = 0; round < WARM_UP_ROUNDS || passed < nanosEach / ROUNDS; round++) {
            passed = nanos(shortWay, repetitions) + nanos(longWay, repetitions);
            if (round >= WARM_UP_ROUNDS - 1 && passed < nanosEach / ROUNDS) {
                repetitions = Math.multiplyExact(repetitions, 2);
            }
        }
        double[] shortNanos = new double[ROUNDS];
        double[] longNanos = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            shortNanos[round] = nanos(shortWay, repetitions) / (double) repetitions;
            longNanos[round] = nanos(longWay, repetitions) / (double) repetitions;
        }
        Arrays.sort(shortNanos);
        Arrays.sort(longNanos);
        return new double[] {shortNanos[ROUNDS / 2], longNanos[ROUNDS / 2], straying(shortNanos), straying(longNanos)};
    }

    private static double straying(double[] sorted) {
        return (sorted[ROUNDS * 3 / 4] - sorted[ROUNDS / 4]) / 2 / sorted[ROUNDS / 2];
    }

    /**
     * Runs the work and returns the time of the slowest ID in nanoseconds. All IDs get the same number, so that all
     * make the same decisions.
     */
    private long nanos(Runnable work, int repetitions) {
        comm.remoteBarrier();
        long start = System.nanoTime();
        for (int i = 0; i < repetitions; i++) {
            work.run();
        }
        return Math.max(1, comm.allReduce(System.nanoTime() - start, Reduction.MAXIMUM));
    }
}
