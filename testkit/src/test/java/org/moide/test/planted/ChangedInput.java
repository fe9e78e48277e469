package org.moide.test.planted;

import java.util.Arrays;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/** Tasks that sort a shared row. Flaw: they sort the shared array itself. */
public final class ChangedInput implements TaskApplication<Integer, Long> {
    private static final int TASKS = 12;
    private static final long ROW = 1;

    @Override
    public void createTasks(TaskContext<Integer> context) {
        context.write(ROW, new long[] {5, 3, 9, 1});
        for (int task = 0; task < TASKS; task++) {
            context.put(task, ROW);
        }
    }

    @Override
    public Long identity() {
        return 0L;
    }

    @Override
    public Long executeTask(Integer task, TaskContext<Integer> context) {
        long[] row = context.read(ROW, long[].class);
        long first = row[0];
        long[] sorted = Flaw.in(context.arguments()) ? row : row.clone();
        Arrays.sort(sorted);
        return first + sorted[0];
    }

    @Override
    public Long merge(Long left, Long right) {
        return left + right;
    }

    @Override
    public void handleResults(Long result, Report report) {
        report.put("sum", result);
    }
}
