package org.moide.samples.primers;

import java.util.Set;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/**
 * A bag of tasks: π as the integral of 4 / (1 + x²) from 0 to 1, by the midpoint rule. The interval is divided into
 * steps, and the steps into ranges, each of which is a task. The result is the sum over all ranges.
 */
public final class Pi implements TaskApplication<Range, Double> {
    private static final Set<String> OPTIONS = Set.of("--steps", "--tasks");
    /**
     * The allowed error by rounding. An addition adds an error of about 10⁻¹⁶, and the sum of a task takes a few
     * thousand additions.
     */
    private static final double ROUNDING = 1e-12;

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
        double step = width;
        double sum = 0;
        // Kahan's summation: the rounding error of an addition is added in the next one.
        double lost = 0;
        for (long i = range.from(); i < range.to(); i++) {
            double x = (i + 0.5) * step;
            double term = 4 / (1 + x * x) - lost;
            double next = sum + term;
            lost = (next - sum) - term;
            sum = next;
        }
        return sum * step;
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
