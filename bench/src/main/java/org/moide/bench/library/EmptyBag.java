package org.moide.bench.library;

import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/** A bag without tasks, to measure the cost of a run itself. */
public final class EmptyBag implements TaskApplication<Long, Long> {
    @Override
    public void createTasks(TaskContext<Long> context) {}

    @Override
    public Long identity() {
        return 0L;
    }

    @Override
    public Long executeTask(Long task, TaskContext<Long> context) {
        return task;
    }

    @Override
    public Long merge(Long left, Long right) {
        return left + right;
    }

    @Override
    public void handleResults(Long result, Report report) {}
}
