package org.moide.engine;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * An application of workers: objects that each have a state, are on one engine at a time, and handle tasks sent to them
 * (ALDY, §2.4: processes, workers, tasks). One thread at a time handles a worker's tasks, and the worker keeps its
 * state between tasks. The system moves workers between engines, and delivers a task to the worker's current engine.
 *
 * <p>Each engine has one application object, shared by its threads. {@link #begin} and {@link #handleResults} run on
 * the engine of logical ID 0, the methods for a worker on the engine where the worker is, {@link #codec} and
 * {@link #merge} on any engine.
 *
 * <p>When an engine is lost, all workers restart from the last snapshot that the system took. Changes of states since
 * then are discarded and the tasks handled again, so that each task affects the states once. Other effects (files,
 * printed lines) may be repeated.
 *
 * @param <S> a worker's state
 * @param <T> a task
 * @param <R> the type of a result, of one worker or merged from several
 */
public interface WorkerApplication<S extends Serializable, T extends Serializable, R extends Serializable>
        extends Program {
    /**
     * Declares the workers and their directives (the rules about where each may be), and sends the first tasks. Called
     * once, before any worker begins.
     */
    void begin(WorkerSetup<T> setup) throws Exception;

    /**
     * Returns a worker's initial state. Called on the engine on which the worker begins, before its first task. It may
     * use only {@link WorkerContext#worker}, {@link WorkerContext#engine}, arguments, files and
     * {@link WorkerContext#report}.
     *
     * @throws Exception if the state cannot be built; it ends the run
     */
    S state(long worker, WorkerContext<S, T> context) throws Exception;

    /**
     * Handles one task of a worker. It may read and change {@link WorkerContext#state}, and send tasks.
     *
     * @param task the task; neither the handler nor the sender may change it, because within one engine both have the
     *     same object
     * @throws Exception if the task fails; it ends the run with a message that names worker and task. With
     *     {@code --task-tries} the task is tried again from the state before it, and tasks that the failed attempt sent
     *     are discarded
     */
    void handle(T task, WorkerContext<S, T> context) throws Exception;

    /**
     * Answers a request of another worker ({@link WorkerContext#ask}). The rules of {@link #handle} apply.
     *
     * @return the answer for the worker that asked; not null
     */
    default Serializable answer(T request, WorkerContext<S, T> context) throws Exception {
        throw new UnsupportedOperationException("worker " + context.worker()
                + " was asked something: expected the application to have a method answer");
    }

    /**
     * Returns the codec that encodes tasks and requests when they go to another engine or are saved, or null for Java
     * serialization. Called once on each engine.
     */
    default @Nullable TaskCodec<T> codec(Arguments arguments) {
        return null;
    }

    /**
     * Returns the result of a worker. Called when the worker ends ({@link WorkerContext#end}), or at the end of the
     * run.
     */
    R result(long worker, S state);

    /** Merges two results. It must be associative and commutative. It may change and return {@code left}. */
    R merge(R left, R right);

    /**
     * Handles the final result. Called once, when no task is queued, in transit or awaited. Not called if there was no
     * worker.
     */
    void handleResults(R result, Report report) throws Exception;
}
