package org.moide.command.story;

import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;

/**
 * A worker application in which one worker needs a host with a label. That worker reports the parent process of its
 * engine's process.
 */
public final class LabelledWorkers implements WorkerApplication<Long, String, Long> {
    private static final int OTHERS = 12;

    @Override
    public void begin(WorkerSetup<String> setup) {
        setup.worker(0, Directives.NONE.onLabels("gpu", "rack=*"));
        setup.workers(1, OTHERS);
        for (int worker = 0; worker <= OTHERS; worker++) {
            setup.send(worker, "where?");
        }
    }

    @Override
    public Long state(long worker, WorkerContext<Long, String> context) {
        return 0L;
    }

    @Override
    public void handle(String task, WorkerContext<Long, String> context) {
        if (context.worker() == 0) {
            context.become(ProcessHandle.current().parent().orElseThrow().pid());
        }
    }

    @Override
    public Long result(long worker, Long state) {
        return state;
    }

    @Override
    public Long merge(Long left, Long right) {
        return left + right;
    }

    @Override
    public void handleResults(Long result, Report report) {
        report.put("parent", result);
    }
}
