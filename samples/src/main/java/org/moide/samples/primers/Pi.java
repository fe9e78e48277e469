package org.moide.samples.primers;

import java.util.Arrays;
import java.util.Set;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/**
 * A bag of tasks: π as the integral of 4 / (1 + x²) from 0 to 1, by the midpoint rule. The interval is divided into
 * steps, and the steps into ranges, each of which is a task. The result is the sum over all ranges.
 *
 * <p>A task adds its terms to 128 sums in turn. An addition waits for the one before it, so a single sum would keep the
 * processor waiting. Additions to different sums need not wait, and the JIT compiler turns them into vector
 * instructions.
 */
public final class Pi implements TaskApplication<Range, Double> {
    private static final Set<String> OPTIONS = Set.of("--steps", "--tasks");
    /**
     * The allowed error by rounding. An addition adds an error of about 10⁻¹⁶, and the sum of a task takes a few
     * thousand additions.
     */
    private static final double ROUNDING = 1e-12;

    /** The number of sums of a task. */
    private static final int SUMS = 128;

    /** The middles of the first steps, in steps: 0.5, 1.5, and so on. */
    private static final double[] MIDDLES = new double[SUMS];

    static {
        Arrays.setAll(MIDDLES, step -> step + 0.5);
    }

    /** The width of a step. The tasks and the check at the end use the same value. */
    private volatile double width;

    @Override
    public String summary() {
        return "integrates 4 / (1 + x²) and compares with π";
    }

    @Override
    public String usage() {
        return """
            --steps n   steps of the midpoint rule; default 200000000
            --tasks n   into how many tasks they are cut; default 1000""";
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(OPTIONS, Set.of(), 0);
        steps(arguments);
        tasks(arguments);
    }

    private static long steps(Arguments arguments) {
        return arguments.integer("--steps", 200_000_000, 1, 1_000_000_000_000L);
    }

    private static long tasks(Arguments arguments) {
        return arguments.integer("--tasks", 1000, 1, 1_000_000);
    }

    @Override
    public void createTasks(TaskContext<Range> context) {
        long steps = steps(context.arguments());
        long tasks = Math.min(steps, tasks(context.arguments()));
        width = 1.0 / steps;
        for (long task = 0; task < tasks; task++) {
            context.put(new Range(steps * task / tasks, steps * (task + 1) / tasks));
        }
    }

    @Override
    public void prepare(TaskContext<Range> context) {
        width = 1.0 / steps(context.arguments());
    }

    @Override
    public Double identity() {
        return 0.0;
    }

    @Override
    public Double executeTask(Range range, TaskContext<Range> context) {
        double[] sums = new double[SUMS];
        double[] lost = new double[SUMS];
        for (long first = range.from(); first < range.to(); first += SUMS) {
            addTerms(first, (int) Math.min(SUMS, range.to() - first), width, sums, lost);
        }
        double sum = 0;
        for (int index = 0; index < SUMS; index++) {
            sum += sums[index] - lost[index];
        }
        return sum * width;
    }

    /**
     * Adds a term to each sum, by Kahan's summation: the rounding error of an addition is added in the next one.
     *
     * @param first the step whose term is added to the first sum
     * @param count the number of steps
     * @param lost the rounding errors of the last additions
     */
    private static void addTerms(double first, int count, double width, double[] sums, double[] lost) {
        for (int index = 0; index < count; index++) {
            double x = (first + MIDDLES[index]) * width;
            double term = 4 / (1 + x * x) - lost[index];
            double next = sums[index] + term;
            lost[index] = (next - sums[index]) - term;
            sums[index] = next;
        }
    }

    @Override
    public Double merge(Double left, Double right) {
        return left + right;
    }

    @Override
    public void handleResults(Double pi, Report report) {
        double error = Math.abs(pi - Math.PI);
        report.put("pi", pi);
        report.put("error", error);
        double allowed = allowedError();
        if (!(error <= allowed)) {
            throw new IllegalStateException(
                    "expected " + Math.PI + " within " + allowed + " for these steps, found " + pi);
        }
    }

    // The midpoint rule errs by at most h²/24 times the largest second derivative, which is 8 at x = 0.
    private double allowedError() {
        return width * width / 3 + ROUNDING;
    }
}
