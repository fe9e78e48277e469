package org.moide.samples.bench.graph;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.moide.engine.UsageException;

/**
 * A graph of tasks as Task Bench defines it (Slaughter et al., Task Bench: A Parameterized Benchmark for Evaluating
 * Parallel Runtime Performance, SC 2020, §II): so many columns, a task for each column in each step, which needs what
 * some columns made in the step before. Immutable.
 *
 * @param width how many columns
 * @param radix how many columns a task needs in {@code NEAREST} and {@code SPREAD}
 * @param period after so many steps {@code SPREAD} begins again
 */
record TaskGraph(Pattern pattern, int width, int radix, int period) {
    /** The columns that a task needs. */
    enum Pattern {
        /** None. */
        TRIVIAL,
        /** The task needs its own column and those on both sides. */
        STENCIL_1D,
        /** The task needs so many columns around its own. */
        NEAREST,
        /** The task needs so many columns at equal distances, others in each step. */
        SPREAD,
        /**
         * The task needs its own column and those at a distance of 1, 2, 4, ... on both sides, another distance in each
         * step.
         */
        FFT;

        /** The word that Task Bench writes. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** @throws UsageException naming those there are */
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

    /** The number of steps that have needs of their own; then they begin again. */
    int sets() {
        return switch (pattern) {
            case TRIVIAL, STENCIL_1D, NEAREST -> 1;
            case SPREAD -> period;
            case FFT -> Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(width - 1)); // of log2, rounded up
        };
    }

    /** The set of needs that holds for the tasks of a step, from 1 on; those of step 0 need nothing. */
    int setAt(int step) {
        return pattern == Pattern.FFT ? (step + sets() - 1) % sets() : step % sets();
    }

    /** The columns of the step before that a task needs, in ascending order, each once. */
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
