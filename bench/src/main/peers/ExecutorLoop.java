import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Future;

/**
 * Measures other libraries' executors as ExecutorBench measures MOIDE's: calls in bulk, and one alone.
 * bench/library.sh compiles it with each of the sources that start one; it is not part of a build.
 */
final class ExecutorLoop {
    private static final int ROUNDS = 5;

    private final String name;

    ExecutorLoop(String name) {
        this.name = name;
    }

    /** Submits a call that adds 1 to a number, to the other JVM. */
    interface Submitting {
        Future<Integer> submit(int number);
    }

    /** Measures calls per second when many are under way. */
    void bulk(int calls, Submitting executor) throws Exception {
        System.out.println("| " + name + ", bulk | calls | calls a second |\n|---|---|---|");
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            List<Future<Integer>> all = new ArrayList<>(calls);
            for (int number = 0; number < calls; number++) {
                all.add(executor.submit(number));
            }
            for (int number = 0; number < calls; number++) {
                if (all.get(number).get() != number + 1) {
                    throw new IllegalStateException("call " + number + " has another's result");
                }
            }
            System.out.printf(
                    Locale.ROOT, "| records | %d | %,.0f |%n", calls, calls * 1e9 / (System.nanoTime() - start));
        }
    }

    /** Measures the round trip of one call. */
    void alone(int calls, Submitting executor) throws Exception {
        System.out.println("\n| " + name + ", one call alone | p50, us | p90 | p99 |\n|---|---|---|---|");
        for (int round = 0; round < ROUNDS; round++) {
            double[] micros = new double[calls];
            for (int time = 0; time < calls; time++) {
                long start = System.nanoTime();
                executor.submit(time).get();
                micros[time] = (System.nanoTime() - start) / 1e3;
            }
            Arrays.sort(micros);
            System.out.printf(
                    Locale.ROOT,
                    "| of %d | %.1f | %.1f | %.1f |%n",
                    calls,
                    micros[calls / 2],
                    micros[calls * 9 / 10],
                    micros[calls * 99 / 100]);
        }
    }
}
