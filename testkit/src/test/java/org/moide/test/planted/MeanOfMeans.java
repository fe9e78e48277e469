package org.moide.test.planted;

import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/**
 * Computes the mean of the tasks' numbers. Flaw: it merges means as if they were of equally many numbers, so the
 * result depends on the order.
 */
public final class MeanOfMeans implements TaskApplication<Integer, double[]> {
    private static final int TASKS = 24;

    private boolean flawed;

    @Override
    public void createTasks(TaskContext<Integer> context) {
        context.share("flawed", Flaw.in(context.arguments()));
        for (int task = 0; task < TASKS; task++) {
            context.put(task);
        }
    }

    @Override
    public void prepare(TaskContext<Integer> context) {
        flawed = context.shared("flawed", Boolean.class);
    }

    @Override
    public double[] identity() {
        return new double[2];
    }

    @Override
    public double[] executeTask(Integer task, TaskContext<Integer> context) {
        return new double[] {1, task};
    }

    @Override
    public double[] merge(double[] left, double[] right) {
        double count = left[0] + right[0];
        if (count == 0) {
            return left;
        }
        if (flawed && left[0] > 0 && right[0] > 0) {
            return new double[] {count, (left[1] + right[1]) / 2};
        }
        return new double[] {count, (left[0] * left[1] + right[0] * right[1]) / count};
    }

    @Override
    public void handleResults(double[] result, Report report) {
        report.put("count", (int) result[0]);
    }
}
