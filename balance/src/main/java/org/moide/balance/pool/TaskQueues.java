package org.moide.balance.pool;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The queues in which an engine's tasks lie until compute threads take them: one of the {@link Discipline disciplines}
 * of Task Pool Teams. Each task that is put in is given out once. Nothing here waits; waiting for tasks is
 * {@link EnginePool}'s business.
 *
 * <pre>
 * who enters          what
 * compute thread i    put(i, ..), take(i), leave(i)
 * control thread      refill, putBack, takeOut
 * any                 putInto, queued, isEmpty, isEmptyFor
 * </pre>
 *
 * <p>What one thread puts is seen by whoever takes it.
 */
interface TaskQueues {
    /** Adds a task that {@code thread} put; if others may take it, or another in its place, they are told. */
    void put(int thread, PooledTask task);

    /** Adds a task to {@code thread}'s queue, if each thread has one; the caller tells whoever waits. */
    void putInto(int thread, PooledTask task);

    /** Takes the next task for {@code thread}; null if there is none for it now. */
    @Nullable
    PooledTask take(int thread);

    /** {@code thread} will put and take no more: nothing may be left where only it would find it. */
    void leave(int thread);

    /** Adds tasks that came from outside. */
    void refill(List<PooledTask> tasks);

    /** Puts tasks like {@link #refill}, but to be taken before others that came from outside. */
    void putBack(List<PooledTask> tasks);

    /**
     * Moves tasks of some loans to {@code found} until it has {@code max}, those first that would be the last to be run. What
     * only its thread can see, and what is taken at the same moment, may be missed.
     */
    void takeOut(Predicate<LoanAccount> which, int max, List<PooledTask> found);

    /** About how many tasks there are. */
    int queued();

    /** Returns whether there are no tasks, as far as one can see. */
    boolean isEmpty();

    /** Returns whether {@link #take} would find nothing for {@code thread}, as far as one can see. */
    boolean isEmptyFor(int thread);
}
