package org.moide.engine;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Workers that have a state and a place, and get tasks (ALDY, §2.4: processes, workers, tasks). One thread at a time
 * handles a worker, and the worker keeps its state from task to task. The system moves workers from engine to engine
 * between tasks, and a task that is sent to a worker finds it wherever it is.
 *
 * <p>Each engine has one application object, shared by its threads. {@link #begin} and {@link #handleResults} run on
 * the engine of logical ID 0, the methods for a worker on the engine where the worker is, {@link #codec} and {@link
 * #merge} on any engine.
 *
 * <p>When an engine is lost, all workers go on from the last safe point that the system made. Everything that handlers
 * did to states since then is undone and done again, so that each task's effect is in the states once. Effects
 * elsewhere (files, printed lines) may be repeated.
 *
 * @param <S> a worker's state
 * @param <T> a task
 * @param <R> a result, of one worker or merged from any number of workers
 */
public interface WorkerApplication<S extends Serializable, T extends Serializable, R extends Serializable>
        extends Program {
    /** Declares the workers and where they may be, and sends the first tasks. Called once, before any worker begins. */
    void begin(WorkerSetup<T> setup) throws Exception;

    /**
     * Returns a worker's first state. Called on the engine on which the worker begins, before its first task; only
     * {@link WorkerContext#worker}, {@link WorkerContext#engine}, arguments, files and {@link WorkerContext#report} may
     * be used in it.
     *
     * @throws Exception if the state cannot be made; it ends the run
     */
    S state(long worker, WorkerContext<S, T> context) throws Exception;

    /**
     * Handles one task of a worker: looks at {@link WorkerContext#state}, may change it, and may send tasks.
     *
     * @param task the task; neither the handler nor the sender may change it: inside one engine it is the same object
     * @throws Exception if the task fails; it ends the run, which names worker and task. With {@code --task-tries} the
     *     task is tried again from the state before it, and nothing that the failed try sent is sent
     */
    void handle(T task, WorkerContext<S, T> context) throws Exception;

    /**
     * Answers a request ({@link WorkerContext#ask}); like {@link #handle} in every other respect.
     *
     * @return the answer for the worker that asked; not null
     */
    default Serializable answer(T request, WorkerContext<S, T> context) throws Exception {
        throw new UnsupportedOperationException("worker " + context.worker()
                + " was asked something: expected the application to have a method answer");
    }

    /**
     * Returns the codec that writes tasks and requests when they go to another engine or are saved; null for Java
     * serialization. Called once on each engine.
     */
    default @Nullable TaskCodec<T> codec(Arguments arguments) {
        return null;
    }

    /** Returns the result of a worker: at the worker's end ({@link WorkerContext#end}), or at the end of the run. */
    R result(long worker, S state);

    /** Joins two results; must be associative and commutative. May change and return {@code left}. */
    R merge(R left, R right);

    /**
     * Handles the final result. Called once, when no task is queued, under way or awaited; not called if there was no
     * worker.
     */
    void handleResults(R result, Report report) throws Exception;
}
