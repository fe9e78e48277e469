package org.moide.samples.primers.mechanisms;

import java.util.Set;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;

/** Shows {@code sendToGroup}: each task goes to one of four workers, and the sender does not say to which. */
public final class SendToGroup implements WorkerApplication<Integer, String, int[]> {
    private static final long CLERKS = 0;
    private static final int WORKERS = 4;
    private static final int TASKS = 1_000;

    @Override
    public String summary() {
        return "primer of sendToGroup: tasks for any worker of a group";
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of(), Set.of(), 0);
    }

    @Override
    public void begin(WorkerSetup<String> setup) {
        setup.workers(0, WORKERS);
        setup.group(CLERKS, 0, WORKERS);
        for (int task = 0; task < TASKS; task++) {
            setup.sendToGroup(CLERKS, "stamp form " + task);
        }
    }

    @Override
    public Integer state(long worker, WorkerContext<Integer, String> context) {
        return 0;
    }

    @Override
    public void handle(String task, WorkerContext<Integer, String> context) {
        context.become(context.state() + 1);
    }

    @Override
    public int[] result(long worker, Integer handled) {
        return new int[] {handled, handled > 0 ? 1 : 0};
    }

    @Override
    public int[] merge(int[] left, int[] right) {
        return new int[] {left[0] + right[0], left[1] + right[1]};
    }

    @Override
    public void handleResults(int[] all, Report report) {
        report.print(all[0] + " tasks were handled by " + all[1] + " workers");
    }
}
