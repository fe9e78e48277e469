package org.moide.samples.primers.mechanisms;

import java.util.Set;
import org.moide.engine.Arguments;
import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;

/**
 * Shows {@code sendAfter}: the roof is handled after floor and walls, although it was sent first. And {@code after}: the
 * family begins when the house has ended, although its task was sent before all others.
 */
public final class After implements WorkerApplication<Integer, String, Integer> {
    private static final long HOUSE = 0;
    private static final long FAMILY = 1;
    private static final long FLOOR = 10; // numbers of planned tasks
    private static final long WALLS = 11;

    @Override
    public String summary() {
        return "primer of after and sendAfter: workers and tasks that wait for others";
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of(), Set.of(), 0);
    }

    @Override
    public void begin(WorkerSetup<String> setup) {
        setup.dependencies(); // announces that sendAfter will be called
        setup.worker(HOUSE, Directives.NONE);
        setup.worker(FAMILY, Directives.NONE.after(HOUSE));
        setup.send(FAMILY, "the family moves in");
        setup.send(HOUSE, "plan");
    }

    @Override
    public Integer state(long worker, WorkerContext<Integer, String> context) {
        return 0;
    }

    @Override
    public void handle(String task, WorkerContext<Integer, String> context) {
        context.become(context.state() + 1);
        context.report().print(task);
        if (task.equals("plan")) {
            context.sendAfter(HOUSE, "roof", FLOOR, WALLS);
            context.send(HOUSE, FLOOR, "floor");
            context.send(HOUSE, WALLS, "walls");
        } else if (task.equals("roof")) {
            context.end();
        }
    }

    @Override
    public Integer result(long worker, Integer handled) {
        return handled;
    }

    @Override
    public Integer merge(Integer left, Integer right) {
        return left + right;
    }

    @Override
    public void handleResults(Integer handled, Report report) {
        report.put("tasks", handled);
    }
}
