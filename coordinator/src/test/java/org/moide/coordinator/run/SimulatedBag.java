package org.moide.coordinator.run;

import java.io.Serializable;
import java.time.Duration;
import org.moide.commlib.sim.SimNode;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/** Some four tasks for each root, part of which others put; the result tells which have been counted, each once or not. */
final class SimulatedBag implements TaskApplication<SimulatedBag.Work, long[]> {
    private static final int GENERATIONS = 3;

    private final SimNode node;
    private final int roots;
    private final int pace;

    /** A task; what it puts, and how long it takes, follow from its number. */
    record Work(long number, int generation) implements Serializable {
        private static final long serialVersionUID = 1L;

        private int children() {
            return generation < GENERATIONS ? (int) Math.floorMod(mixed() >>> 8, 3L) : 0;
        }

        private Work child(int index) {
            return new Work(number * 4 + 1 + index, generation + 1);
        }

        private long mixed() {
            long mixed = number * 0x9E3779B97F4A7C15L;
            return mixed ^ (mixed >>> 29);
        }
    }

    SimulatedBag(SimNode node, int roots, int pace) {
        this.node = node;
        this.roots = roots;
        this.pace = pace;
    }

    /** What the result must be: how many tasks, and the sum of a number of each. */
    static long[] expected(int roots) {
        long[] sum = new long[2];
        for (int root = 0; root < roots; root++) {
            add(root(root), sum);
        }
        return sum;
    }

    private static Work root(int index) {
        return new Work(1_000_003L * (index + 1), 0);
    }

    private static void add(Work work, long[] sum) {
        sum[0]++;
        sum[1] += work.mixed();
        for (int child = 0; child < work.children(); child++) {
            add(work.child(child), sum);
        }
    }

    @Override
    public void createTasks(TaskContext<Work> context) {
        for (int root = 0; root < roots; root++) {
            context.put(root(root));
        }
    }

    @Override
    public long[] identity() {
        return new long[2];
    }

    @Override
    public long[] executeTask(Work work, TaskContext<Work> context) {
        node.compute(Duration.ofNanos(pace * (500_000 + Math.floorMod(work.mixed(), 8_000_000L))));
        for (int child = 0; child < work.children(); child++) {
            context.put(work.child(child));
        }
        return new long[] {1, work.mixed()};
    }

    @Override
    public long[] merge(long[] left, long[] right) {
        return new long[] {left[0] + right[0], left[1] + right[1]};
    }

    @Override
    public void handleResults(long[] sum, Report report) {
        report.put("count", sum[0]);
        report.put("sum", sum[1]);
    }
}
