package org.moide.bench.library;

import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.moide.Moide;
import org.moide.MoideExecutor;
import org.moide.commlib.system.SystemTicker;
import org.moide.engine.Shared;

/**
 * Measures the k-means algorithm of Lloyd on a shared table of points: with {@link MoideExecutor#share} and
 * {@link MoideExecutor#reduce} on two engines of one thread each, and the same kernel on two threads of this JVM, in
 * turns. Both must find the same centres. The first half of the rounds warms the JVMs up. It says, too, how much processor
 * time the parts took and how much all JVMs took, so one sees whether the kernel is slower on engines, or what is around it.
 */
public final class KMeansBench {
    private static final int COLUMNS = 81;
    private static final int CENTRES = 10;
    private static final int PARTS = 20;
    private static final int STEPS = 10;
    private static final int THREADS = 2;
    private static final int SEED = 4711;
    private static final double SECONDS = 1e9;

    private KMeansBench() {}

    /**
     * The sums of a part's points, by the centre that is nearest to them.
     *
     * @param sums the sum of the points of each centre
     * @param counts the number of points of each centre
     * @param nanos the processor time of the parts
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Sums(double[][] sums, long[] counts, long nanos) implements Serializable {
        private static final long serialVersionUID = 1L;

        Sums plus(Sums other) {
            double[][] both = new double[sums.length][];
            long[] all = counts.clone();
            for (int centre = 0; centre < both.length; centre++) {
                both[centre] = sums[centre].clone();
                for (int column = 0; column < COLUMNS; column++) {
                    both[centre][column] += other.sums[centre][column];
                }
                all[centre] += other.counts[centre];
            }
            return new Sums(both, all, nanos + other.nanos);
        }

        double[][] centres() {
            double[][] centres = new double[sums.length][COLUMNS];
            for (int centre = 0; centre < sums.length; centre++) {
                for (int column = 0; column < COLUMNS; column++) {
                    centres[centre][column] = sums[centre][column] / Math.max(1, counts[centre]);
                }
            }
            return centres;
        }
    }

    private static Sums nearest(double[][] points, double[][] centres, int part) {
        long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        double[][] sums = new double[centres.length][COLUMNS];
        long[] counts = new long[centres.length];
        int from = (int) ((long) points.length * part / PARTS);
        int to = (int) ((long) points.length * (part + 1) / PARTS);
        for (int row = from; row < to; row++) {
            double[] point = points[row];
            int best = 0;
            double least = Double.MAX_VALUE;
            for (int centre = 0; centre < centres.length; centre++) {
                double distance = distance(point, centres[centre]);
                if (distance < least) {
                    least = distance;
                    best = centre;
                }
            }
            double[] sum = sums[best];
            for (int column = 0; column < COLUMNS; column++) {
                sum[column] += point[column];
            }
            counts[best]++;
        }
        return new Sums(sums, counts, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin);
    }

    private static double distance(double[] point, double[] centre) {
        double all = 0;
        for (int column = 0; column < COLUMNS; column++) {
            double difference = point[column] - centre[column];
            all += difference * difference;
        }
        return all;
    }

    private interface Step {
        Sums of(double[][] centres) throws Exception;
    }

    /**
     * What a round found, and what it took.
     *
     * @param seconds its duration
     * @param parts the processor time of its parts in seconds
     * @param processors the processor time of all JVMs in seconds
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Round(double[][] centres, double seconds, double parts, double processors) {}

    private static Round steps(double[][] first, LongSupplier clock, Step step) throws Exception {
        long start = clock.getAsLong();
        double processors = processorSeconds();
        double[][] centres = first;
        long parts = 0;
        for (int count = 0; count < STEPS; count++) {
            Sums sums = step.of(centres);
            centres = sums.centres();
            parts += sums.nanos();
        }
        double seconds = (clock.getAsLong() - start) / SECONDS;
        return new Round(centres, seconds, parts / SECONDS, processorSeconds() - processors);
    }

    /** Returns the processor time of this JVM and those that it has started, in steps of a hundredth of a second. */
    private static double processorSeconds() {
        return Stream.concat(
                        Stream.of(ProcessHandle.current()),
                        ProcessHandle.current().descendants())
                .mapToDouble(process ->
                        process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / SECONDS)
                .sum();
    }

    private static Sums onThreads(ExecutorService pool, double[][] points, double[][] centres) throws Exception {
        List<Future<Sums>> parts = new ArrayList<>();
        for (int part = 0; part < PARTS; part++) {
            int number = part;
            parts.add(pool.submit(() -> nearest(points, centres, number)));
        }
        Sums all = parts.get(0).get();
        for (Future<Sums> part : parts.subList(1, PARTS)) {
            all = all.plus(part.get());
        }
        return all;
    }

    private static Sums onEngines(MoideExecutor executor, Shared<double[][]> points, double[][] centres) {
        List<Integer> parts = IntStream.range(0, PARTS).boxed().toList();
        return executor.reduce(parts, part -> nearest(points.value(), centres, part), Sums::plus)
                .orElseThrow();
    }

    /**
     * Runs the measurement.
     *
     * @param words the number of points, and the number of rounds
     */
    public static void main(String[] words) throws Exception {
        int rows = Integer.parseInt(words[0]);
        int rounds = Integer.parseInt(words[1]);
        Random random = new Random(SEED);
        double[][] points = new double[rows][];
        for (int row = 0; row < rows; row++) {
            points[row] = random.doubles(COLUMNS).toArray();
        }
        double[][] first = Arrays.copyOf(points, CENTRES);
        LongSupplier clock = new SystemTicker()::nanoTime; // engines do not let a program see the ticker
        List<Round> threads = new ArrayList<>();
        List<Round> engines = new ArrayList<>();
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try (Moide moide = Moide.builder().localEngines(2).threads(1).build();
                MoideExecutor executor = moide.executor()) {
            Shared<double[][]> table = executor.share(points);
            for (int round = 0; round < rounds; round++) {
                Round here = steps(first, clock, centres -> onThreads(pool, points, centres));
                Round there = steps(first, clock, centres -> onEngines(executor, table, centres));
                requireSame(here.centres(), there.centres());
                threads.add(here);
                engines.add(there);
            }
        } finally {
            pool.shutdown();
        }
        List<Round> here = threads.subList(rounds / 2, rounds);
        List<Round> there = engines.subList(rounds / 2, rounds);
        System.out.printf(
                Locale.ROOT,
                "k-means, %,d x %d, %d steps: two threads %.3f s, two engines %.3f s, speed %.2f of the threads'%n",
                rows,
                COLUMNS,
                STEPS,
                middle(here, Round::seconds),
                middle(there, Round::seconds),
                middle(here, Round::seconds) / middle(there, Round::seconds));
        System.out.printf(
                Locale.ROOT,
                "  processor time, parts and all JVMs: two threads %.2f and %.2f s, two engines %.2f and %.2f s%n",
                middle(here, Round::parts),
                middle(here, Round::processors),
                middle(there, Round::parts),
                middle(there, Round::processors));
    }

    private static void requireSame(double[][] here, double[][] there) {
        for (int centre = 0; centre < CENTRES; centre++) {
            if (distance(here[centre], there[centre]) > 1e-12) { // sums of other orders differ in their last digits
                throw new IllegalStateException("centre " + centre + ": expected " + Arrays.toString(here[centre])
                        + ", found " + Arrays.toString(there[centre]));
            }
        }
    }

    private static double middle(List<Round> rounds, ToDoubleFunction<Round> figure) {
        return rounds.stream()
                .mapToDouble(figure)
                .sorted()
                .skip(rounds.size() / 2)
                .findFirst()
                .orElse(0.0);
    }
}
