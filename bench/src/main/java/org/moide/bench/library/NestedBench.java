package org.moide.bench.library;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.moide.Moide;
import org.moide.MoideExecutor;
import org.moide.commlib.system.SystemTicker;
import org.moide.engine.Best;

/**
 * Measures calls that make calls. First, Fibonacci numbers by recursion, in turns: sequentially on one thread, with
 * {@link ForkJoinPool}, and with MOIDE in one JVM, on one engine and on two engines; small numbers are always computed
 * sequentially. Then an empty nested call in one JVM, and a small reduction on two engines; the first half of the
 * rounds warms the JVMs up. At last, how soon an engine sees an improvement of a best value that the program or another
 * engine has found.
 */
public final class NestedBench {
    private static final int SEQUENTIAL_BELOW = 24;
    private static final int EMPTY = 1_000_000;
    private static final int REDUCTIONS = 2_000;
    private static final int IMPROVEMENTS = 400;
    private static final int LOOK_MICROS = 50;
    private static final int REST_MILLIS = 3;
    private static final double SECONDS = 1e9;
    private static final double MICROS = 1e3;

    private final SystemTicker ticker = new SystemTicker();

    private NestedBench() {}

    static long sequential(int n) {
        return n < 2 ? n : sequential(n - 1) + sequential(n - 2);
    }

    static long nested(int n) throws Exception {
        if (n < SEQUENTIAL_BELOW) {
            return sequential(n);
        }
        Future<Long> left = MoideExecutor.current().submit(() -> nested(n - 1));
        return nested(n - 2) + left.get();
    }

    private static final class Forked extends RecursiveTask<Long> {
        private static final long serialVersionUID = 1L;

        private final int number;

        Forked(int number) {
            this.number = number;
        }

        @Override
        protected Long compute() {
            if (number < SEQUENTIAL_BELOW) {
                return sequential(number);
            }
            Forked left = new Forked(number - 1);
            left.fork();
            return new Forked(number - 2).compute() + left.join();
        }
    }

    /**
     * Runs all measurements.
     *
     * @param words which Fibonacci number, and the number of rounds
     */
    public static void main(String[] words) throws Exception {
        int number = Integer.parseInt(words[0]);
        int rounds = Integer.parseInt(words[1]);
        NestedBench bench = new NestedBench();
        try (Moide here = Moide.builder().threads(2).build();
                MoideExecutor local = here.executor();
                Moide one =
                        Moide.builder().threads(1).option("--power", "own=100").build();
                MoideExecutor single = one.executor();
                Moide two = Moide.builder().localEngines(2).threads(1).build();
                MoideExecutor engines = two.executor()) {
            ForkJoinPool pool = new ForkJoinPool(2);
            Map<String, Callable<Long>> ways = new LinkedHashMap<>();
            ways.put("one thread", () -> sequential(number));
            ways.put("ForkJoinPool, 2 threads", () -> pool.invoke(new Forked(number)));
            ways.put(
                    "Moide.local(), 2 threads",
                    () -> local.submit(() -> nested(number)).get());
            ways.put(
                    "one engine, 1 thread",
                    () -> single.submit(() -> nested(number)).get());
            ways.put(
                    "two engines, 1 thread each",
                    () -> engines.submit(() -> nested(number)).get());
            bench.compare(ways, rounds);
            pool.shutdown();
            bench.empty(local, rounds);
            bench.reductions(engines);
            bench.improvements(engines);
        }
    }

    private void compare(Map<String, Callable<Long>> ways, int rounds) throws Exception {
        Map<String, List<Double>> seconds = new LinkedHashMap<>();
        long expected = 0;
        for (int round = 0; round < rounds; round++) {
            for (Map.Entry<String, Callable<Long>> way : ways.entrySet()) {
                long start = ticker.nanoTime();
                long value = way.getValue().call();
                seconds.computeIfAbsent(way.getKey(), first -> new ArrayList<>())
                        .add((ticker.nanoTime() - start) / SECONDS);
                expected = expected == 0 ? value : expected;
                if (value != expected) {
                    throw new IllegalStateException(way.getKey() + ": expected " + expected + ", found " + value);
                }
            }
        }
        System.out.println(
                "| Fibonacci by recursion, the later half of the rounds | median, s | least |\n|---|---|---|");
        seconds.forEach((way, all) -> {
            List<Double> warm = all.subList(rounds / 2, rounds);
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.3f | %.3f |%n",
                    way,
                    middle(warm),
                    warm.stream().mapToDouble(Double::doubleValue).min().orElse(0));
        });
    }

    private static double middle(List<Double> all) {
        return all.stream().sorted().skip(all.size() / 2).findFirst().orElse(0.0);
    }

    private void empty(MoideExecutor local, int rounds) throws Exception {
        List<Double> nanos = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            long start = ticker.nanoTime();
            local.submit(() -> {
                        for (int call = 0; call < EMPTY; call++) {
                            MoideExecutor.current().submit(() -> 1).get();
                        }
                        return EMPTY;
                    })
                    .get();
            nanos.add((double) (ticker.nanoTime() - start) / EMPTY);
        }
        System.out.printf(Locale.ROOT, "%nan empty nested call in one JVM: %.0f ns%n", middle(nanos));
    }

    private void reductions(MoideExecutor engines) {
        List<Integer> values = IntStream.range(0, 20).boxed().toList();
        List<Double> micros = new ArrayList<>();
        for (int time = 0; time < REDUCTIONS; time++) {
            long start = ticker.nanoTime();
            engines.reduce(values, value -> value * value, Integer::sum);
            micros.add((ticker.nanoTime() - start) / MICROS);
        }
        List<Double> warm = micros.subList(REDUCTIONS / 2, REDUCTIONS);
        System.out.printf(Locale.ROOT, "a reduction of 20 values on two engines: %.0f us%n", middle(warm));
    }

    /**
     * Lowers a value in turn with a call, and then with two. The third step of the latter goes from one engine to another,
     * so the difference is how long that takes.
     */
    private void improvements(MoideExecutor engines) throws Exception {
        engines.onEachEngine(() -> 0).get();
        Best<Integer> two = engines.best(2 * IMPROVEMENTS, Comparator.naturalOrder());
        Future<Integer> call = engines.submit(() -> follows(two, 2, 1));
        double thereAndBack = middle(rounds(two, 2));
        call.get();
        Best<Integer> three = engines.best(3 * IMPROVEMENTS, Comparator.naturalOrder());
        Future<Integer> first = engines.submit(() -> follows(three, 3, 2));
        Future<Integer> second = engines.submit(() -> follows(three, 3, 1));
        double around = middle(rounds(three, 3));
        first.get();
        second.get();
        System.out.printf(
                Locale.ROOT,
                "an improvement of the program is seen by an engine after %.0f us, of an engine by another after %.0f us%n",
                thereAndBack / 2,
                around - thereAndBack);
    }

    /** Makes the first of so many steps in each round, after a rest; returns the rounds' times in microseconds. */
    private List<Double> rounds(Best<Integer> best, int steps) throws InterruptedException {
        List<Double> micros = new ArrayList<>();
        while (best.get() > 0) {
            new CountDownLatch(1).await(REST_MILLIS, TimeUnit.MILLISECONDS);
            int before = best.get();
            long start = ticker.nanoTime();
            best.offer(before - 1);
            while (best.get() > before - steps) {
                // The engines compute on both processors: what carries the news waits for no third thread that does.
                new CountDownLatch(1).await(LOOK_MICROS, TimeUnit.MICROSECONDS);
            }
            micros.add((ticker.nanoTime() - start) / MICROS);
        }
        return micros.subList(micros.size() / 2, micros.size());
    }

    /** Makes one of {@code steps} steps in each round; returns when the value is 0. */
    private static int follows(Best<Integer> best, int steps, int step) {
        for (int now = best.get(); now > 0; now = best.get()) {
            if (now % steps == step) {
                best.offer(now - 1);
            }
            Thread.onSpinWait();
        }
        return 0;
    }
}
