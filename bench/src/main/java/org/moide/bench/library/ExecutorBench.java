package org.moide.bench.library;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.moide.Moide;
import org.moide.MoideExecutor;
import org.moide.commlib.system.SystemTicker;
import org.moide.engine.SerializableCallable;

/**
 * Measures executors in a program: how many calls per second go to engines and return, with a record of one {@code
 * int} and with a lambda; the round trip of one call alone, compared with two threads that wake each other; and the
 * time to submit in one JVM, compared with {@link ForkJoinPool}.
 */
public final class ExecutorBench {
    private static final double MICROS = 1e3;
    private static final double SECONDS = 1e9;
    private static final int TURNS = 11;
    private static final int SUBMITTED = 100_000;

    private final SystemTicker ticker = new SystemTicker();

    private ExecutorBench() {}

    /** A call whose data are plain values. */
    record Next(int number) implements Callable<Integer>, Serializable {
        @Override
        public Integer call() {
            return number + 1;
        }
    }

    /**
     * Runs all measurements.
     *
     * @param words four numbers: calls in bulk, calls alone, engines, and rounds of each measurement
     */
    public static void main(String[] words) throws Exception {
        ExecutorBench bench = new ExecutorBench();
        int bulk = Integer.parseInt(words[0]);
        int alone = Integer.parseInt(words[1]);
        int engines = Integer.parseInt(words[2]);
        int rounds = Integer.parseInt(words[3]);
        bench.local();
        Moide.Builder builder = Moide.builder().threads(1);
        // One engine, in the child process: to specify its power places it there.
        builder = engines == 1 ? builder.option("--power", "own=100") : builder.localEngines(engines);
        try (Moide moide = builder.build();
                MoideExecutor executor = moide.executor()) {
            bench.remote(executor, bulk, alone, rounds);
        }
    }

    private void remote(MoideExecutor executor, int bulk, int alone, int rounds) throws Exception {
        List<Callable<Integer>> records = new ArrayList<>();
        List<Callable<Integer>> lambdas = new ArrayList<>();
        for (int number = 0; number < bulk; number++) {
            int one = number;
            SerializableCallable<Integer> lambda = () -> one + 1;
            records.add(new Next(number));
            lambdas.add(lambda);
        }
        System.out.println("| bulk | calls | calls a second |\n|---|---|---|");
        for (int round = 0; round < rounds; round++) {
            bulk("records", executor, records);
        }
        for (int round = 0; round < rounds; round++) {
            bulk("lambdas", executor, lambdas.subList(0, bulk / 4));
        }
        System.out.println("\n| there and back | p50, us | p90 | p99 |\n|---|---|---|---|");
        for (int round = 0; round < rounds; round++) {
            wakeUps(alone);
            alone(executor, alone);
        }
    }

    private void bulk(String name, ExecutorService executor, List<Callable<Integer>> calls) throws Exception {
        long start = ticker.nanoTime();
        List<Future<Integer>> all = executor.invokeAll(calls);
        long nanos = ticker.nanoTime() - start;
        for (int number = 0; number < all.size(); number++) {
            if (all.get(number).get() != number + 1) {
                throw new IllegalStateException("call " + number + " has another's result");
            }
        }
        System.out.printf(Locale.ROOT, "| %s | %d | %,.0f |%n", name, calls.size(), calls.size() * SECONDS / nanos);
    }

    private void alone(ExecutorService executor, int times) throws Exception {
        double[] micros = new double[times];
        for (int time = 0; time < times; time++) {
            Next call = new Next(time);
            long start = ticker.nanoTime();
            executor.submit((Callable<Integer>) call).get();
            micros[time] = (ticker.nanoTime() - start) / MICROS;
        }
        print("one call alone, of " + times, micros);
    }

    /**
     * Measures the time in which two threads wake each other. A call and its answer need such wake-ups in two JVMs, so
     * this time is a lower bound for the round trip of a call on this machine.
     */
    private void wakeUps(int times) throws InterruptedException {
        Semaphore there = new Semaphore(0);
        Semaphore back = new Semaphore(0);
        Thread other = new Thread(() -> {
            for (int time = 0; time < times; time++) {
                there.acquireUninterruptibly();
                back.release();
            }
        });
        other.start();
        double[] micros = new double[times];
        for (int time = 0; time < times; time++) {
            long start = ticker.nanoTime();
            there.release();
            back.acquire();
            micros[time] = (ticker.nanoTime() - start) / MICROS;
        }
        other.join();
        print("two threads here that wake each other", micros);
    }

    private static void print(String name, double[] micros) {
        Arrays.sort(micros);
        System.out.printf(
                Locale.ROOT,
                "| %s | %.1f | %.1f | %.1f |%n",
                name,
                micros[micros.length / 2],
                micros[micros.length * 9 / 10],
                micros[micros.length * 99 / 100]);
    }

    /**
     * Measures the time to submit a call in one JVM: to MOIDE's executor and to {@link ForkJoinPool} in turns, so that
     * the machine's other load affects both.
     */
    private void local() throws Exception {
        int threads = Runtime.getRuntime().availableProcessors();
        ForkJoinPool pool = new ForkJoinPool(threads);
        System.out.println("| submit of an empty call, one JVM | ns, median of turns |\n|---|---|");
        try (Moide moide = Moide.builder().threads(threads).build();
                MoideExecutor executor = moide.executor()) {
            List<Double> ours = new ArrayList<>();
            List<Double> theirs = new ArrayList<>();
            for (int turn = 0; turn < TURNS; turn++) {
                ours.add(submitted(executor));
                theirs.add(submitted(pool));
            }
            ours.sort(null);
            theirs.sort(null);
            System.out.printf(
                    Locale.ROOT,
                    "| MoideExecutor | %.0f |%n| ForkJoinPool | %.0f |%n%n",
                    ours.get(TURNS / 2),
                    theirs.get(TURNS / 2));
        } finally {
            pool.shutdown();
        }
    }

    private double submitted(ExecutorService executor) throws Exception {
        Next call = new Next(0);
        List<Future<Integer>> all = new ArrayList<>(SUBMITTED);
        long start = ticker.nanoTime();
        for (int time = 0; time < SUBMITTED; time++) {
            all.add(executor.submit((Callable<Integer>) call));
        }
        double nanos = (double) (ticker.nanoTime() - start) / SUBMITTED;
        for (Future<Integer> each : all) {
            each.get();
        }
        return nanos;
    }
}
