package org.moide.samples.primers.mechanisms;

import java.util.List;
import java.util.Set;
import org.moide.engine.Arguments;
import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;

/** Shows {@code needsMemory} and {@code onLabels}: a worker that is only on an engine with what it needs. */
public final class Needs implements WorkerApplication<Integer, String, Integer> {
    private static final long BYTES = 32L << 20;

    @Override
    public String summary() {
        return "primer of needsMemory and onLabels: a worker that needs a certain host";
    }

    @Override
    public String usage() {
        return "[label]   a label that the host of the worker must have, such as gpu; default: any host";
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of(), Set.of(), 1);
    }

    @Override
    public void begin(WorkerSetup<String> setup) {
        Directives needs = Directives.NONE.needsMemory(BYTES);
        List<String> labels = setup.arguments().words();
        setup.worker(0, labels.isEmpty() ? needs : needs.onLabels(labels.get(0)));
    }

    @Override
    public Integer state(long worker, WorkerContext<Integer, String> context) {
        return context.engine();
    }

    @Override
    public void handle(String task, WorkerContext<Integer, String> context) {
        throw new IllegalStateException("expected no task, found " + task);
    }

    @Override
    public Integer result(long worker, Integer engine) {
        return engine;
    }

    @Override
    public Integer merge(Integer left, Integer right) {
        throw new IllegalStateException("expected the result of one worker, found two");
    }

    @Override
    public void handleResults(Integer engine, Report report) {
        report.print("the worker is on engine " + engine);
    }
}
