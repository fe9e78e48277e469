package org.moide.test.planted;

import java.io.Serializable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;

/**
 * Workers that count their tasks. Flaw: the counts are in a map of the application, which does not move with a worker.
 */
public final class HomelessState implements WorkerApplication<HomelessState.Count, Integer, Long> {
    private static final int WORKERS = 8;
    private static final int ROUNDS = 20;

    private final Map<Long, Integer> counts = new ConcurrentHashMap<>();

    /** A worker's state. */
    public static final class Count implements Serializable {
        private static final long serialVersionUID = 1L;

        private int done;
    }

    @Override
    public void begin(WorkerSetup<Integer> setup) {
        setup.workers(0, WORKERS);
        for (long worker = 0; worker < WORKERS; worker++) {
            setup.send(worker, ROUNDS - 1);
        }
    }

    @Override
    public Count state(long worker, WorkerContext<Count, Integer> context) {
        return new Count();
    }

    @Override
    public void handle(Integer left, WorkerContext<Count, Integer> context) {
        if (Flaw.in(context.arguments())) {
            context.state().done = counts.merge(context.worker(), 1, Integer::sum);
        } else {
            context.state().done++;
        }
        if (left > 0) {
            context.send(context.worker(), left - 1);
        }
    }

    @Override
    public Long result(long worker, Count state) {
        return (long) state.done;
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
