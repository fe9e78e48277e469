package org.moide.samples.primers.mechanisms;

import java.util.Set;
import org.moide.engine.Arguments;
import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;

/** Shows {@code weight}: of two workers that may begin anywhere, one prefers engine 1, the other avoids it. */
public final class Weight implements WorkerApplication<Integer, String, String> {
    private static final long PREFERS = 0;
    private static final long AVOIDS = 1;

    @Override
    public String summary() {
        return "primer of weight: a worker that prefers an engine, and one that avoids it";
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of(), Set.of(), 0);
    }

    @Override
    public void begin(WorkerSetup<String> setup) {
        setup.worker(PREFERS, Directives.NONE.weight(1, 100));
        setup.worker(AVOIDS, Directives.NONE.weight(1, 0.01));
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
    public String result(long worker, Integer engine) {
        return "worker " + worker + " began on engine " + engine;
    }

    @Override
    public String merge(String left, String right) {
        return left + "\n" + right; // in any order
    }

    @Override
    public void handleResults(String all, Report report) {
        all.lines().sorted().forEach(report::print);
    }
}
