package org.moide.engine;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Workers that have a state and a place, and get tasks (ALDY, §2.4: processes, workers, tasks). A worker is handled by one
 * thread at a time and keeps its state from task to task; the system moves workers from engine to engine between tasks, and a
 * task that is sent to a worker finds it wherever it is.
 *
 * <p>Each engine has one application object, shared by its threads. {@link #begin} and {@link #handleResults} run on the
 * engine of logical ID 0, all other methods wherever the worker is.
 *
 * <p>When an engine is lost, all workers go on from the last safe point that the system made: what a handler did since then is
 * undone in all states and done again, so that each task's effect is in the states once. What a handler did elsewhere (files,
 * lines that it printed) may be repeated.
 *
 * @param <S> a worker's state
 * @param <T> a task
 * @param <R> a result: of one worker, and of any number merged
 */
public interface WorkerApplication<S extends Serializable, T extends Serializable, R extends Serializable>
        extends Program {
    /** Says which workers there are, where they may be, and sends the first tasks. Once, before any worker begins. */
    void begin(WorkerSetup<T> setup) throws Exception;

    /**
     * A worker's first state. On the engine on which it begins, before its first task; only {@link WorkerContext#worker},
     * {@link WorkerContext#engine}, arguments, files and {@link WorkerContext#report} may be used here.
     *
     * @throws Exception ends the run
     */
    S state(long worker, WorkerContext<S, T> context) throws Exception;

    /**
     * Handles one task of a worker: looks at {@link WorkerContext#state}, may change it, and may send tasks.
     *
     * @param task not to be changed, and by its sender neither: inside one engine it is the same object
     * @throws Exception ends the run, which names worker and task; with {@code --task-tries} the task is tried again from the
     *     state before, and what was sent meanwhile never was
     */
    void handle(T task, WorkerContext<S, T> context) throws Exception;

    /**
     * Answers a request ({@link WorkerContext#ask}); else as {@link #handle}.
     *
     * @return what the asker gets; not null
     */
    default Serializable answer(T request, WorkerContext<S, T> context) throws Exception {
        throw new UnsupportedOperationException("worker " + context.worker()
                + " was asked something: expected the application to have a method answer");
    }

    /**
     * How tasks and requests are written when they go to another engine, or are saved; null for Java serialization. Called once
     * on each engine.
     */
    default @Nullable TaskCodec<T> codec(Arguments arguments) {
        return null;
    }

    /** What is left of a worker: at its end ({@link WorkerContext#end}), or at that of the run. */
    R result(long worker, S state);

    /** Joins two results; associative and commutative. May change and return {@code left}. */
    R merge(R left, R right);

    /** Called once, when no task is queued, under way or awaited; not called if there was no worker. */
    void handleResults(R result, Report report) throws Exception;
}
