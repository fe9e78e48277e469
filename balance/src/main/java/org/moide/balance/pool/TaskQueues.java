package org.moide.balance.pool;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The queues of an engine's tasks, by one of the {@link Discipline disciplines} of Task Pool Teams. Each task is taken
 * once. No method here waits for tasks; {@link EnginePool} does the waiting.
 *
 * <pre>
 * thread              methods
 * compute thread i    put(i, ..), take(i), leave(i)
 * control thread      refill, putBack, takeOut
 * any                 putInto, queued, isEmpty, isEmptyFor
 * </pre>
 *
 * <p>Memory effects of a thread before it puts a task are visible to the thread that takes the task.
 */
interface TaskQueues {
    /**
     * Adds a task that {@code thread} put, and wakes waiting threads if another thread could now take this task or an
     * earlier one of the same queue.
     */
    void put(int thread, PooledTask task);

    /** Adds a task to the queue of {@code thread}, if each thread has one. The caller wakes waiting threads. */
    void putInto(int thread, PooledTask task);

    /**
     * Takes the task that {@code thread} executes next by the discipline; null if there is none for this thread now.
     */
    @Nullable
    PooledTask take(int thread);

    /**
     * Records that {@code thread} neither puts nor takes tasks any more. Tasks that only this thread could find are
     * moved to where others find them.
     */
    void leave(int thread);

    /** Adds tasks that were not put by this engine's threads, such as borrowed ones. */
    void refill(List<PooledTask> tasks);

    /** Adds tasks like {@link #refill}, but in front of the tasks that {@code refill} has added. */
    void putBack(List<PooledTask> tasks);

    /**
     * Moves tasks of loans that pass {@code which} to {@code found} until it has {@code max} tasks, beginning with
     * those that would run last. It may miss tasks in the private part of a thread's queue, and tasks that a thread
     * takes at the same moment.
     */
    void takeOut(Predicate<LoanAccount> which, int max, List<PooledTask> found);

    /** Returns approximately how many tasks are queued. */
    int queued();

    /** Returns whether no task seems to be queued; other threads may change that at any time. */
    boolean isEmpty();

    /**
     * Returns whether {@link #take} would probably find no task for {@code thread}; other threads may change that at
     * any time.
     */
    boolean isEmptyFor(int thread);
}
