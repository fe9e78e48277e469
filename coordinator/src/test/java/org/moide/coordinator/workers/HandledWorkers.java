package org.moide.coordinator.workers;

import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;

/**
 * Workers without states, which do not move. For each task they call a function of the test. At the beginning worker 0
 * gets the task 0.
 *
 * @param directives the directives of all workers at the beginning
 */
public record HandledWorkers(int workers, Directives directives, Handler handler)
        implements WorkerApplication<Integer, Integer, Integer> {
    public interface Handler {
        void handle(int task, WorkerContext<Integer, Integer> context) throws Exception;
    }

    @Override
    public void begin(WorkerSetup<Integer> setup) {
        setup.workers(0, workers, directives);
        setup.send(0, 0);
    }

    @Override
    public Integer state(long worker, WorkerContext<Integer, Integer> context) {
        return 0;
    }

    @Override
    public void handle(Integer task, WorkerContext<Integer, Integer> context) throws Exception {
        handler.handle(task, context);
    }

    @Override
    public Integer answer(Integer request, WorkerContext<Integer, Integer> context) {
        return request;
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
    public void handleResults(Integer result, Report report) {}
}
