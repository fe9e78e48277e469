package org.moide.engine;

import java.io.Serializable;
import java.util.Objects;

/**
 * A bag of tasks: independent pieces of work, more of which may appear while others run, and one result merged of all
 * (SAMBA's hot spots).
 *
 * <p>Each engine has one application object, shared by its compute threads: {@link #executeTask} and {@link #merge} are
 * called by several threads at once. All methods run on compute threads, {@link #createTasks}, {@link #handlePartial}
 * and {@link #handleResults} on those of the coordinator, one at a time.
 *
 * <p>A task may be run again, from its first line, when the engine that had it is lost, or when it threw and had put nothing
 * ({@code --task-tries}); its first result is then gone and it still counts once. So {@link #executeTask} leaves the task that
 * it is given as it is.
 *
 * @param <T> a task
 * @param <R> a result: of one task, and of any number merged
 */
public interface TaskApplication<T extends Serializable, R extends Serializable> extends Program {
    /** Puts the first tasks, and shares what all engines need ({@link TaskContext#share}). */
    void createTasks(TaskContext<T> context) throws Exception;

    /**
     * Does one part of what all engines begin with: writes the data objects that its engine reads from its own part of
     * a file, and puts the tasks that read them; these begin there, and others are given some of them if that is worth
     * moving what they read. The parts run side by side with other tasks, one on each engine that is there at the
     * start; the part of an engine that is lost is done by another. A part counts as a task.
     *
     * @param part from 0
     * @param parts how many there are
     * @throws Exception as {@link #executeTask}
     */
    default void initialize(int part, int parts, TaskContext<T> context) throws Exception {}

    /**
     * Makes a data object again that was {@link TaskContext#declare declared} or {@link TaskContext#writeRecomputable written as
     * one that can be made again}, on an engine that needs it and finds it nowhere. The same value each time, on every engine. It
     * may use arguments, files and what is shared; other data objects it cannot read. Runs on a compute thread, between tasks.
     *
     * @return the value, as it was written
     * @throws Exception ends the run
     */
    default Serializable recompute(long id, TaskContext<T> context) throws Exception {
        throw new UnsupportedOperationException(
                "data object " + id
                        + " was declared, or written by writeRecomputable: expected the application to have a method recompute");
    }

    /** Called once on each engine before its first task: to build what its tasks have in common from what is shared. */
    default void prepare(TaskContext<T> context) throws Exception {}

    /** The result of no task at all: {@code merge(identity(), r)} equals {@code r}. A new one at each call. */
    R identity();

    /**
     * Runs one task; may {@link TaskContext#put} new ones.
     *
     * @throws Exception whatever fails in this task only: it is tried again, on another engine if there is one, and then
     *     given up as {@code --task-failures} says; an {@link Error} counts the same
     */
    R executeTask(T task, TaskContext<T> context) throws Exception;

    /**
     * Which tasks are run first: an engine begins those with the highest priority of the tasks that lie there, and of equal ones
     * the one that came last. Tasks without one, which is what this says by default, are run after those that have one, as
     * {@code --pool} says. When an engine gives tasks to another, it gives every second one from the highest on, so that both
     * go on with good ones; the coordinator gives the best. The order holds within an engine, not among all. With another
     * {@code --pool} than the default, and for tasks that read data objects, priorities mean nothing on engines.
     *
     * <p>Called once for each task, by the thread that puts it; a task keeps its priority when it is lent, tried again
     * or resumed.
     *
     * @return any number; NaN for none
     */
    default double priority(T task) {
        return Double.NaN;
    }

    /**
     * Joins two results; associative and commutative, up to {@link #equivalent}. May change and return {@code left},
     * which the caller gives up; {@code right} is left as it is.
     */
    R merge(R left, R right);

    /**
     * Whether two results count as the same: by default equal, and numbers, and those in arrays of doubles, within 1e-9 of each
     * other relative to the larger, since tasks are merged in no fixed order.
     */
    default boolean equivalent(R left, R right) {
        if (left instanceof Number a && right instanceof Number b) {
            return Equivalence.near(a.doubleValue(), b.doubleValue());
        }
        if (left instanceof double[] a && right instanceof double[] b) {
            return Equivalence.near(a, b);
        }
        return Objects.deepEquals(left, right);
    }

    /**
     * Takes results as they come instead of merging them all, for those that are big together, such as a picture's
     * blocks: return true and the result is not merged into the final one.
     *
     * @param partial the merged result of some tasks; each task is in exactly one
     */
    default boolean handlePartial(R partial, Report report) throws Exception {
        return false;
    }

    /** Called once, when every task has been done, with everything that {@link #handlePartial} did not take. */
    void handleResults(R result, Report report) throws Exception;
}
