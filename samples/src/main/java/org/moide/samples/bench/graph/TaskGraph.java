package org.moide.samples.bench.graph;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.moide.engine.UsageException;

/**
 * A graph of tasks as Task Bench defines it (Slaughter et al., Task Bench: A Parameterized Benchmark for Evaluating
 * Parallel Runtime Performance, SC 2020, §II): in each step there is a task for each column, which needs the outputs
 * that the tasks of some columns had in the step before. Immutable.
 *
 * @param width the number of columns
 * @param radix the number of columns that a task needs in the patterns {@code NEAREST} and {@code SPREAD}
 * @param period the number of steps after which the needs in {@code SPREAD} repeat
 */
record TaskGraph(Pattern pattern, int width, int radix, int period) {
    /** The patterns that say which columns of the step before a task needs. */
    enum Pattern {
        /** The task needs no column. */
        TRIVIAL,
        /** The task needs its own column and those on both sides. */
        STENCIL_1D,
        /** The task needs {@code radix} columns around its own. */
        NEAREST,
        /** The task needs {@code radix} columns at equal distances. In each step these are other columns. */
        SPREAD,
        /**
         * The task needs its own column and two others, at the same distance on both sides. The distance is 1, 2, 4,
         * ... in successive steps.
         */
        FFT;

        /** Returns the name of the pattern in Task Bench. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /**
         * Returns the pattern with this name.
         *
         * @throws UsageException if there is none; the message lists the names
         */
        static Pattern named(String option, String word) {
            return Arrays.stream(values())
                    .filter(each -> each.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new UsageException(option + ": expected one of "
                            + Arrays.stream(values()).map(Pattern::word).collect(Collectors.joining(" "))
                            + ", found '" + word + "'"));
        }
    }

    TaskGraph {
        if (width < 1 || radix < 1 || period < 1) {
            throw new IllegalArgumentException(
                    "expected width, radix and period of at least 1, found " + width + ", " + radix + ", " + period);
        }
    }

    /** Returns how many different sets of needs the steps have. After so many steps, the sets repeat. */
    int sets() {
        return switch (pattern) {
            case TRIVIAL, STENCIL_1D, NEAREST -> 1;
            case SPREAD -> period;
            case FFT -> Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(width - 1)); // log2, rounded up
        };
    }

    /** Returns the set of needs of the tasks of a step, from step 1 on. The tasks of step 0 need nothing. */
    int setAt(int step) {
        return pattern == Pattern.FFT ? (step + sets() - 1) % sets() : step % sets();
    }

    /** Returns the columns of the step before that a task needs, in ascending order, each once. */
    int[] needs(int set, int column) {
        return switch (pattern) {
            case TRIVIAL -> new int[0];
            case STENCIL_1D -> within(column - 1, column + 1);
            case NEAREST -> within(column - radix / 2, column + (radix - 1) / 2);
            case SPREAD ->
                IntStream.range(0, radix)
                        .map(i -> (int) ((column + (long) i * width / radix + (i > 0 ? set : 0)) % width))
                        .sorted()
                        .distinct()
                        .toArray();
            case FFT ->
                IntStream.of(column - (1 << set), column, column + (1 << set))
                        .filter(each -> each >= 0 && each < width)
                        .toArray();
        };
    }

    private int[] within(int first, int last) {
        return IntStream.rangeClosed(Math.max(0, first), Math.min(width - 1, last))
                .toArray();
    }
}
