package org.moide.engine;

import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A bag of tasks: an application of independent tasks, whose results are merged into one. Running tasks may put further
 * tasks (SAMBA's hot spots).
 *
 * <p>Each engine has one application object, shared by its compute threads: {@link #executeTask} and {@link #merge} are
 * called by several threads at once. All methods run on compute threads, except {@link #createTasks},
 * {@link #handlePartial} and {@link #handleResults}: they run on one thread of the coordinator, as do the coordinator's
 * own calls of {@link #merge}, {@link #identity}, {@link #priority} and {@link #codec}.
 *
 * <p>A task may run again from its start when its engine was lost, or when it threw before it had put a task
 * ({@code --task-tries}). The first attempt's result is then dropped, and the task counts once. Therefore
 * {@link #executeTask} must not change its task.
 *
 * @param <T> a task
 * @param <R> the type of a result, of one task or merged from several
 */
public interface TaskApplication<T extends Serializable, R extends Serializable> extends Program {
    /**
     * Puts the first tasks into the pool, and shares values that all engines need ({@link TaskContext#share}). Called
     * once, on a thread of the coordinator.
     */
    void createTasks(TaskContext<T> context) throws Exception;

    /**
     * Performs one engine's part of the initial work. It usually reads a part of a file, writes data objects from it,
     * and puts tasks that read these objects. These tasks start on the same engine; other engines get some of them if
     * that outweighs the cost of moving the objects. One part runs on each engine that the run starts with, at the same
     * time as other tasks. If an engine is lost, another engine does its part. A part counts as a task.
     *
     * @param part the part's number, from 0 on
     * @param parts the number of parts
     * @throws Exception if the part fails; handled as in {@link #executeTask}
     */
    default void initialize(int part, int parts, TaskContext<T> context) throws Exception {}

    /**
     * Computes the value of a data object that was {@link TaskContext#declare declared}, or written by
     * {@link TaskContext#writeRecomputable}. Called on an engine that needs the object when no engine has it. It must
     * return the same value each time, on every engine. It may use arguments, files and shared values, but no other
     * data objects. Runs on a compute thread between tasks, or on the coordinator's thread if {@link #createTasks}
     * reads the object.
     *
     * @return the value, equal to the written one if there was one
     * @throws Exception if the value cannot be computed; it ends the run
     */
    default Serializable recompute(long id, TaskContext<T> context) throws Exception {
        throw new UnsupportedOperationException(
                "data object " + id
                        + " was declared, or written by writeRecomputable: expected the application to have a method recompute");
    }

    /**
     * Prepares an engine before its first task, for example builds tables from shared values. Called once on each
     * engine.
     */
    default void prepare(TaskContext<T> context) throws Exception {}

    /**
     * Returns the neutral element of {@link #merge}, as a new object: {@code merge(identity(), r)} equals {@code r}.
     */
    R identity();

    /**
     * Runs one task and returns its result. It may {@link TaskContext#put} new tasks.
     *
     * @throws Exception if the task fails; it is tried again, on another engine if there is one, and then handled as
     *     {@code --task-failures} says; an {@link Error} is treated alike
     */
    R executeTask(T task, TaskContext<T> context) throws Exception;

    /**
     * Returns the priority of a task. An engine runs tasks of higher priority first, and among equal ones the newest.
     * Tasks without a priority, which is the default, run after all others, in the order of {@code --pool}. When an
     * engine gives tasks to another engine, it gives every second one in the order of priorities, starting with the
     * highest; the coordinator gives the tasks of highest priority. The order holds within an engine, not across
     * engines. Priorities are ignored for tasks that read data objects, and in a run with a value of {@code --pool}
     * other than the default.
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
     * Returns an empty repository, in which the application keeps the tasks that wait to run on an engine and decides
     * which one is next (SAMBA); or null to leave that to {@code --pool} and {@link #priority}, which then do not count
     * for the order. With a central pool ({@code fifo_cen}, {@code lifo_cen}, {@code fifo_cenII}, {@code lifo_cenII})
     * each engine has one repository. With any other each compute thread has its own, and takes from those of other
     * threads when it is empty, except with {@code fifo_dis} and {@code lifo_dis}. Tasks that read data objects do not
     * go through repositories.
     *
     * <p>Called on each engine after {@link #prepare}, once for each repository and before any task runs there.
     *
     * @return null for none, each time; or each time another object
     */
    default @Nullable TaskRepository<T> repository() {
        return null;
    }

    /**
     * Returns the codec that encodes tasks when they go to another engine or are saved, or null for Java serialization
     * (Task Pool Teams, §2.4.1: the functions of {@code tp_mig_init} that copy a task's arguments). Called once on each
     * engine, before {@link #prepare}, and once on the coordinator, before {@link #createTasks}.
     */
    default @Nullable TaskCodec<T> codec(Arguments arguments) {
        return null;
    }

    /**
     * Merges two results. It must be associative and commutative, up to {@link #equivalent}. It may change and return
     * {@code left}; it must not change {@code right}.
     */
    R merge(R left, R right);

    /**
     * Returns whether two results count as equal. By default they do if {@code equals} holds, or if they are numbers or
     * arrays of doubles with relative differences of at most 1e-9. Small differences are allowed because results are
     * merged in no fixed order.
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
     * Handles a partial result when it arrives, instead of merging it into the final result. For results that are too
     * large to merge, such as the blocks of a picture.
     *
     * @param partial the merged result of some tasks; each task is in exactly one such result
     * @return true if the partial result was handled and must not be merged into the final result
     */
    default boolean handlePartial(R partial, Report report) throws Exception {
        return false;
    }

    /**
     * Handles the final result, merged from all results that {@link #handlePartial} did not handle. Called once, after
     * every task is done.
     */
    void handleResults(R result, Report report) throws Exception;
}
