package org.moide.samples.programs.cg;

import java.util.Set;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.programs.cg.matrix.ProblemClass;
import org.moide.samples.programs.warm.WarmUp;

/**
 * The options of the benchmark.
 *
 * @param mostWarmUpNanos the longest warm-up; 0 for one untimed step, as NPB prescribes
 */
record Options(ProblemClass problem, int iterations, Layout layout, long mostWarmUpNanos) {
    static final String USAGE = """
            --class c           the problem: S W A B C D E (default A)
            --iterations n      another number of steps than the class's own; the result is then not verified
            --decomposition d   rows: whole rows by power, any number of threads
                                grid: NPB's layout, 2^k threads of equal power
                                auto (default): grid from 16 threads on where it is possible, else rows
            --cold              NPB's rule (default): one untimed step goes before the measured ones
            --warm-up           untimed steps until they are steady, for at most 1 s; the result says so
            --warm-up-limit s   the same, for at most s seconds
            """;

    /** The ways to distribute matrix and vectors. */
    enum Layout {
        AUTO,
        ROWS,
        GRID
    }

    static final String CLASS = "--class";
    static final String DECOMPOSITION = "--decomposition";
    private static final String ITERATIONS = "--iterations";
    private static final String COLD = "--cold";
    private static final int MOST_ITERATIONS = 1_000_000;

    /**
     * Reads and checks the options.
     *
     * @throws UsageException if an option is wrong
     */
    static Options of(Arguments arguments) {
        arguments.allow(Set.of(CLASS, ITERATIONS, DECOMPOSITION, WarmUp.LIMIT), Set.of(COLD, WarmUp.OPTION), 0);
        ProblemClass problem = ProblemClass.named(arguments.text(CLASS, "A"));
        return new Options(
                problem,
                arguments.count(ITERATIONS, problem.iterations(), 1, MOST_ITERATIONS),
                layout(arguments),
                mostWarmUpNanos(arguments));
    }

    private static Layout layout(Arguments arguments) {
        String layout = arguments.text(DECOMPOSITION, "auto");
        return switch (layout) {
            case "auto" -> Layout.AUTO;
            case "rows" -> Layout.ROWS;
            case "grid" -> Layout.GRID;
            default ->
                throw new UsageException(DECOMPOSITION + ": expected auto, rows or grid, found '" + layout + "'");
        };
    }

    private static long mostWarmUpNanos(Arguments arguments) {
        boolean limited = arguments.has(WarmUp.LIMIT);
        if ((arguments.flag(WarmUp.OPTION) || limited) && arguments.flag(COLD)) {
            throw new UsageException(COLD + " and " + (limited ? WarmUp.LIMIT : WarmUp.OPTION)
                    + ": expected one of them, found both: leave one out");
        }
        return WarmUp.mostNanos(arguments);
    }
}
