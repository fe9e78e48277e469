package org.moide.test.paced;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskCodec;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;

/** An application of workers, with a pause before and after each task, and before each call in one. */
record PacedWorkers<S extends Serializable, T extends Serializable, R extends Serializable>(
        WorkerApplication<S, T, R> workers, Pace pace) implements WorkerApplication<S, T, R> {
    @Override
    public void begin(WorkerSetup<T> setup) throws Exception {
        workers.begin(setup);
    }

    @Override
    public S state(long worker, WorkerContext<S, T> context) throws Exception {
        return workers.state(worker, context);
    }

    @Override
    public void handle(T task, WorkerContext<S, T> context) throws Exception {
        pace.pause();
        String who = "worker " + context.worker();
        pace.does(() -> who + " handles " + PacedCalls.shown(task) + " on engine " + context.engine());
        workers.handle(task, paced(who, context));
        pace.pause();
    }

    @Override
    public Serializable answer(T request, WorkerContext<S, T> context) throws Exception {
        pace.pause();
        String who = "worker " + context.worker();
        pace.does(() -> who + " is asked " + PacedCalls.shown(request) + " on engine " + context.engine());
        return workers.answer(request, paced(who, context));
    }

    @Override
    public @Nullable TaskCodec<T> codec(Arguments arguments) {
        return workers.codec(arguments);
    }

    @Override
    public R result(long worker, S state) {
        return workers.result(worker, state);
    }

    @Override
    public R merge(R left, R right) {
        return workers.merge(left, right);
    }

    @Override
    public void handleResults(R result, Report report) throws Exception {
        workers.handleResults(result, report);
    }

    @SuppressWarnings("unchecked")
    private WorkerContext<S, T> paced(String who, WorkerContext<S, T> context) {
        return PacedCalls.paced(who, WorkerContext.class, context, pace);
    }
}
