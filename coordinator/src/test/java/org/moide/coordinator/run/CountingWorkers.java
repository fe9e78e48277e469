package org.moide.coordinator.run;

import java.time.Duration;
import org.moide.commlib.sim.SimNode;
import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;

/**
 * Workers that may move to any engine. Each sends a number of tasks to itself, one after the other, and counts them.
 * The result named {@code tasks} is the sum of the counts.
 *
 * @param ofEach the number of tasks that each worker handles
 * @param length the simulated time of a task
 */
record CountingWorkers(SimNode node, int workers, int ofEach, Duration length)
        implements WorkerApplication<Integer, Integer, Integer> {
    @Override
    public void begin(WorkerSetup<Integer> setup) {
        setup.workers(0, workers, Directives.NONE.moveAnywhere());
        for (int worker = 0; worker < workers; worker++) {
            setup.send(worker, 1);
        }
    }

    @Override
    public Integer state(long worker, WorkerContext<Integer, Integer> context) {
        return 0;
    }

    @Override
    public void handle(Integer task, WorkerContext<Integer, Integer> context) {
        context.become(context.state() + 1);
        node.compute(length);
        if (task < ofEach) {
            context.send(context.worker(), task + 1);
        }
    }

    @Override
    public Integer result(long worker, Integer state) {
        return state;
    }

    @Override
    public Integer merge(Integer left, Integer right) {
        return left + right;
    }

    @Override
    public void handleResults(Integer result, Report report) {
        report.put("tasks", result);
    }
}
