package org.moide.test.planted;

import java.util.concurrent.atomic.AtomicInteger;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/** Counts its tasks. Flaw: the count is in a static field, of which each JVM has its own. */
public final class StaticCounter implements TaskApplication<Integer, Integer> {
    private static final int TASKS = 24;
    private static final AtomicInteger DONE = new AtomicInteger();

    private boolean flawed;

    @Override
    public void createTasks(TaskContext<Integer> context) {
        flawed = Flaw.in(context.arguments());
        for (int task = 0; task < TASKS; task++) {
            context.put(task);
        }
    }

    @Override
    public Integer identity() {
        return 0;
    }

    @Override
    public Integer executeTask(Integer task, TaskContext<Integer> context) {
        DONE.incrementAndGet();
        return 1;
    }

    @Override
    public Integer merge(Integer left, Integer right) {
        return left + right;
    }

    @Override
    public void handleResults(Integer result, Report report) {
        report.put("count", flawed ? DONE.get() : result);
    }
}
