package org.moide.samples.primers.mechanisms;

import java.io.Serializable;
import java.util.Set;
import java.util.stream.LongStream;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/** Shows {@code declare}: a data object without a value, which an engine computes when its first task reads it. */
public final class Declare implements TaskApplication<Integer, Long> {
    private static final long SQUARES = 0;
    private static final int NUMBERS = 1_000;

    @Override
    public String summary() {
        return "primer of declare: a data object that engines compute where they need it";
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of(), Set.of(), 0);
    }

    @Override
    public void createTasks(TaskContext<Integer> context) {
        context.declare(SQUARES, 8L * NUMBERS + 50); // the most bytes that the object takes
        for (int number = 0; number < NUMBERS; number++) {
            context.put(number, SQUARES); // a task that reads the object
        }
    }

    @Override
    public Serializable recompute(long id, TaskContext<Integer> context) {
        context.report().print("engine " + context.engine() + " computes the squares");
        return LongStream.range(0, NUMBERS).map(number -> number * number).toArray();
    }

    @Override
    public Long identity() {
        return 0L;
    }

    @Override
    public Long executeTask(Integer number, TaskContext<Integer> context) {
        return context.read(SQUARES, long[].class)[number];
    }

    @Override
    public Long merge(Long left, Long right) {
        return left + right;
    }

    @Override
    public void handleResults(Long sum, Report report) {
        report.print("their sum is " + sum);
    }
}
