package org.moide.balance.loan.member;

import java.util.concurrent.TimeUnit;
import org.moide.balance.pool.EnginePool;

/**
 * A timer that says when an engine should check its pool for finished loans and for tasks to lend. Used by the control
 * thread.
 *
 * <p>The checks are frequent while tasks are short or few. They are rare while the queued tasks last for long, since a
 * thread that runs out of tasks wakes the control thread. They are rarest while no task ends, since the next task that
 * ends wakes the control thread.
 */
public final class PoolWatch {
    /**
     * The pause between two checks of the pool while tasks end. Sending and returning a loan takes several such pauses.
     */
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /**
     * The pause between two checks of the pool as a fraction (1 / {@code PART}) of the time for which the queued tasks
     * last. A strategy can thus ask before the queue is empty.
     */
    private static final int PART = 2;

    private static final long LONGEST_PART_NANOS = 16 * TICK_NANOS;

    /**
     * The pause after a check in which no task has ended since the check before, if a task had ended then. From now on,
     * a thread wakes the control thread when a task ends.
     */
    private static final long QUIETER_TICK_NANOS = 8 * TICK_NANOS;

    /**
     * The pause after further checks in which no task had ended. The pause has a limit because a task may end just when
     * the wake-up call is being requested. It is long enough that many waiting engines hardly use the processors.
     */
    private static final long LONGEST_TICK_NANOS = 64 * TICK_NANOS;

    /**
     * The least length of tasks for which the pool is checked at the end of each task: a few times the cost of waking a
     * control thread.
     */
    private static final long LONG_TASK_NANOS = 200_000;

    private final Balancer balancer;
    private final EnginePool pool;
    private long pauseNanos = TICK_NANOS;
    private long executedBefore;
    private int quietTicks; // looks in a row without an ended task, at most 2

    public PoolWatch(Balancer balancer, EnginePool pool) {
        this.balancer = balancer;
        this.pool = pool;
    }

    /**
     * Returns the time at which to call {@link Balancer#tick} at the latest; the time changes with each tick.
     *
     * @return {@link Long#MAX_VALUE} if there is nothing to do before a message arrives or a thread wakes the control
     *     thread
     */
    public long nextTickNanos(long nowNanos) {
        // An idle thread wakes the control thread itself; a computing one may end a loan at any time.
        boolean computing = pool.waitingThreads() < pool.threads() || !pool.isEmpty();
        pause(computing);
        long due = balancer.nextTickNanos();
        return computing ? Math.min(nowNanos + pauseNanos, Math.max(nowNanos + TICK_NANOS, due)) : due;
    }

    private void pause(boolean computing) {
        long executed = balancer.totals().executedTasks();
        boolean moved = pool.takeWord() || executed != executedBefore;
        executedBefore = executed;
        quietTicks = moved || !computing ? 0 : Math.min(2, quietTicks + 1);
        boolean awaited = computing && isEachTaskAwaited();
        if (quietTicks > 0 || awaited) {
            pool.wantWord(!awaited || quietTicks > 1);
            pauseNanos = quietTicks > 1 ? LONGEST_TICK_NANOS : quietTicks == 1 ? QUIETER_TICK_NANOS : TICK_NANOS;
        } else {
            pauseNanos = Math.max(TICK_NANOS, Math.min(balancer.load().queueLastsNanos() / PART, LONGEST_PART_NANOS));
        }
    }

    /**
     * Returns whether other members wait for tasks that the long-running tasks of this pool create. Created tasks can
     * be lent when their creator has ended and its thread has taken another task.
     */
    private boolean isEachTaskAwaited() {
        return balancer.isAsked() && balancer.load().ownMeanTaskNanos() >= LONG_TASK_NANOS;
    }
}
