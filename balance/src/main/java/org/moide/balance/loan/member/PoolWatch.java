package org.moide.balance.loan.member;

import java.util.concurrent.TimeUnit;
import org.moide.balance.pool.EnginePool;

/**
 * A watch that says when an engine looks at its pool although nobody has said anything, to notice loans that are done,
 * and tasks that others wait for. Soon while tasks are short or few; seldom while those queued last for long, since a
 * thread that then finds none says so itself; and hardly ever while none ends, since the next one that does says so.
 * Control thread.
 */
public final class PoolWatch {
    /** The pause between looks while tasks end; a loan is worth some of these. */
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** A part of the time for which the queued tasks last, so that a strategy that asks ahead of need can do so. */
    private static final int PART = 2;

    private static final long LONGEST_PART_NANOS = 16 * TICK_NANOS;

    /**
     * The pause between looks while no task ends: the threads say when one has, and the engine looks by itself ever
     * more seldom ...
     */
    private static final long QUIETER_TICK_NANOS = 8 * TICK_NANOS;

    /**
     * ... down to this, for a task that ended just when its thread was asked to say so. Many engines, whose tasks wait,
     * do nothing else.
     */
    private static final long LONGEST_TICK_NANOS = 64 * TICK_NANOS;

    /** A few times the cost of waking a control thread for a look: tasks that take longer are worth a look each. */
    private static final long LONG_TASK_NANOS = 200_000;

    private final Balancer balancer;
    private final EnginePool pool;
    private long pauseNanos = TICK_NANOS;
    private long executedBefore;
    private int quietTicks; // since a task has ended

    public PoolWatch(Balancer balancer, EnginePool pool) {
        this.balancer = balancer;
        this.pool = pool;
    }

    /**
     * The time at which to call {@link Balancer#tick} again at the latest; to be asked after each of these.
     *
     * @return {@link Long#MAX_VALUE} if only a message or a thread brings something
     */
    public long nextTickNanos(long nowNanos) {
        // A thread that finds nothing to do wakes us itself; one that computes may end a loan at any time.
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
     * Tells whether others wait for tasks of this pool. What a task of some milliseconds has put is shared when it has
     * ended: by then its thread has taken the one that it goes on with.
     */
    private boolean isEachTaskAwaited() {
        return balancer.isAsked() && balancer.load().ownMeanTaskNanos() >= LONG_TASK_NANOS;
    }
}
