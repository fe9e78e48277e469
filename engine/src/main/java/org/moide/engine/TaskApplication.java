package org.moide.engine;

import java.io.Serializable;
import java.util.Objects;

/**
 * A bag of tasks: independent pieces of work, more of which may appear while others run, and one result merged from the
 * results of all (SAMBA's hot spots).
 *
 * <p>Each engine has one application object, shared by its compute threads: {@link #executeTask} and {@link #merge} are
 * called by several threads at once. All methods run on compute threads, except {@link #createTasks}, {@link
 * #handlePartial} and {@link #handleResults}: they run on one thread of the coordinator, as do the coordinator's own
 * calls of {@link #merge}, {@link #identity} and {@link #priority}.
 *
 * <p>A task may be run again, from its first line, when the engine that had it is lost, or when it threw and had put
 * nothing ({@code --task-tries}); the first try's result is then gone, and the task still counts once. So {@link
 * #executeTask} must leave the task that it is given as it is.
 *
 * @param <T> a task
 * @param <R> a result, of one task or merged from any number of tasks
 */
public interface TaskApplication<T extends Serializable, R extends Serializable> extends Program {
    /** Puts the first tasks, and shares what all engines need ({@link TaskContext#share}). */
    void createTasks(TaskContext<T> context) throws Exception;

    /**
     * Performs one part of the work with which all engines begin: it writes the data objects that its engine reads from
     * its own part of a file, and puts the tasks that read these objects. These tasks begin on that engine; other
     * engines are given some of them if that is worth moving the data objects. The parts run side by side with other
     * tasks, one on each engine that is there at the start. If an engine is lost, another does its part. A part counts
     * as a task.
     *
     * @param part the part's number, from 0 on
     * @param parts how many there are
     * @throws Exception with the same effect as in {@link #executeTask}
     */
    default void initialize(int part, int parts, TaskContext<T> context) throws Exception {}

    /**
     * Makes a data object again that was {@link TaskContext#declare declared} or {@link TaskContext#writeRecomputable
     * written as one that can be made again}, on an engine that needs it and finds it nowhere. It must return the same
     * value each time, on every engine. It may use arguments, files and what is shared; it cannot read other data
     * objects. Runs on a compute thread, between tasks; or on the coordinator's thread, if {@link #createTasks} reads
     * the object.
     *
     * @return the value, equal to the one that was written
     * @throws Exception if the object cannot be made; it ends the run
     */
    default Serializable recompute(long id, TaskContext<T> context) throws Exception {
        throw new UnsupportedOperationException(
                "data object " + id
                        + " was declared, or written by writeRecomputable: expected the application to have a method recompute");
    }

    /**
     * Prepares an engine before its first task: builds what its tasks have in common from what is shared. Called once
     * on each engine.
     */
    default void prepare(TaskContext<T> context) throws Exception {}

    /** Returns a new result of no task at all: {@code merge(identity(), r)} equals {@code r}. */
    R identity();

    /**
     * Runs one task, which may {@link TaskContext#put} new ones.
     *
     * @throws Exception if this task fails: it is tried again, on another engine if there is one, and then given up as
     *     {@code --task-failures} says; an {@link Error} counts the same
     */
    R executeTask(T task, TaskContext<T> context) throws Exception;

    /**
     * Returns the priority of a task, which says which tasks are run first. An engine begins the tasks with the highest
     * priority of those that lie there, and of equal ones the one that came last. Tasks without a priority, which is
     * the default, are run after those that have one, in the order of {@code --pool}. When an engine gives tasks to
     * another, it gives every second one from the highest on, so that both go on with good ones; the coordinator gives
     * the best. The order holds within an engine, not among all engines. With another {@code --pool} than the default,
     * and for tasks that read data objects, priorities mean nothing on engines.
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
     * Joins two results; must be associative and commutative, up to {@link #equivalent}. May change and return {@code
     * left}, which the caller gives up; must leave {@code right} as it is.
     */
    R merge(R left, R right);

    /**
     * Returns whether two results count as the same. By default they do if they are equal, or if they are numbers or
     * arrays of doubles whose numbers are within 1e-9 of each other relative to the larger, since tasks are merged in
     * no fixed order.
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
     * Takes a result as it comes, instead of merging it into the final one. For results that are large together, such
     * as a picture's blocks.
     *
     * @param partial the merged result of some tasks; each task is in exactly one such result
     * @return true if the result was taken, and is not to be merged into the final one
     */
    default boolean handlePartial(R partial, Report report) throws Exception {
        return false;
    }

    /**
     * Handles the final result: everything that {@link #handlePartial} did not take. Called once, when every task has
     * been done.
     */
    void handleResults(R result, Report report) throws Exception;
}
