package org.moide.samples.bench;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;

/**
 * The tree of tasks of a {@link WaitBench}. A task is a number, from which its time and its subtasks follow.
 *
 * @param roots the number of tasks at the start
 * @param meanMillis a task's mean time
 * @param spread the spread of times, as a fraction of the mean: 0.5 means times from 0.5 to 1.5 times the mean
 * @param chance the probability that a task puts two others
 * @param slowness the factors by which tasks take longer on engine 0, engine 1 and so on; after the last one, the first
 *     is used again
 */
record Waits(int roots, double meanMillis, double spread, double chance, List<Double> slowness, long seed) {
    /** The most tasks. A larger tree is probably one that never ends, by mistake. */
    static final int MOST_TASKS = 10_000_000;

    /** The fractional part of the golden ratio as a 64-bit number, the step of SplittableRandom. */
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private static final double NANOS_PER_MILLI = 1e6;

    Waits {
        slowness = List.copyOf(slowness);
        if (roots < 1 || meanMillis < 0 || spread < 0 || spread > 1 || chance < 0 || chance >= 0.5) {
            throw new IllegalArgumentException("expected roots from 1, millis from 0, spread from 0 to 1, chance from 0"
                    + " to below 0.5, found " + roots + ", " + meanMillis + ", " + spread + ", " + chance);
        }
    }

    static Waits of(Arguments arguments) {
        return new Waits(
                arguments.count("--tasks", 1_000, 1, MOST_TASKS),
                arguments.number("--millis", 10, 0, 60_000),
                arguments.number("--spread", 0, 0, 1),
                arguments.number("--tree", 0, 0, 0.499),
                slowness(arguments.text("--slow", "1")),
                arguments.integer("--seed", 1, Long.MIN_VALUE, Long.MAX_VALUE));
    }

    private static List<Double> slowness(String text) {
        List<Double> factors = new ArrayList<>();
        for (String word : text.split(",", -1)) {
            double factor;
            try {
                factor = Double.parseDouble(word);
            } catch (NumberFormatException notANumber) {
                factor = Double.NaN;
            }
            if (!(factor > 0 && factor <= 1_000)) {
                throw new UsageException(
                        "--slow: expected numbers above 0, at most 1000, with commas between, found '" + text + "'");
            }
            factors.add(factor);
        }
        return factors;
    }

    private static long steps(int count) {
        return count * STEP; // overflows on purpose
    }

    long root(int index) {
        return mixed(seed * STEP + index);
    }

    /** Returns the tasks that a task puts: none or two. */
    long[] children(long task) {
        return fraction(task + STEP) < chance
                ? new long[] {mixed(task + steps(2)), mixed(task + steps(3))}
                : new long[0];
    }

    /** Returns the time that a task takes on an engine that is not slowed down. */
    long nanos(long task) {
        return (long) (meanMillis * NANOS_PER_MILLI * (1 + spread * (2 * fraction(task + steps(4)) - 1)));
    }

    long nanosOn(int engine, long task) {
        return (long) (slowness.get(engine % slowness.size()) * nanos(task));
    }

    /**
     * Computes the expected result of all tasks, without waiting.
     *
     * @throws UsageException if there are more than {@link #MOST_TASKS} tasks
     */
    Waited all() {
        Deque<Long> open = new ArrayDeque<>();
        long tasks = 0;
        long nanos = 0;
        for (int root = 0; root < roots; root++) {
            open.push(root(root));
            while (!open.isEmpty()) {
                long task = open.pop();
                tasks++;
                nanos += nanos(task);
                if (tasks > MOST_TASKS) {
                    throw new UsageException("expected at most " + MOST_TASKS
                            + " tasks, found more: take another --seed," + " or a smaller --tree or --tasks");
                }
                for (long child : children(task)) {
                    open.push(child);
                }
            }
        }
        return new Waited(tasks, nanos, 0);
    }

    /** Converts a number's bits to a fraction of at least 0 and below 1. */
    private static double fraction(long number) {
        return (mixed(number) >>> 11) * 0x1p-53;
    }

    private static long mixed(long number) {
        long mixed = (number ^ (number >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
