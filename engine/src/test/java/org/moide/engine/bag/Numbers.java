package org.moide.engine.bag;

import java.util.List;
import java.util.stream.IntStream;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/** An application that adds up numbers. Each number is a task; {@code sum} is the result. */
class Numbers implements TaskApplication<Integer, Long> {
    /** Returns the tasks from 0 to {@code end} − 1. */
    static List<Integer> below(int end) {
        return IntStream.range(0, end).boxed().toList();
    }

    @Override
    public void createTasks(TaskContext<Integer> context) {
        throw new IllegalStateException("expected no call of an engine: tasks are created at the coordinator");
    }

    @Override
    public Long identity() {
        return 0L;
    }

    @Override
    public Long executeTask(Integer number, TaskContext<Integer> context) throws Exception {
        return (long) number;
    }

    @Override
    public Long merge(Long left, Long right) {
        return left + right;
    }

    @Override
    public void handleResults(Long sum, Report report) {
        report.put("sum", sum);
    }
}
