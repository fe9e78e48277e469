package org.moide.balance.pool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Signal;

/**
 * The task pool of one engine (Task Pool Teams; DESIGN, §7): a deque for each compute thread, last in first out for its
 * owner, first in first out for thieves, and an inbox that the control thread refills ahead of need.
 *
 * <pre>
 * who enters              what
 * compute thread i        take(i), put(i, ..), awaitWork(i, ..), leave(i)
 * the control thread      refill, takeOut, end
 * any                     queued, isEmpty, waitingThreads, waitedNanos
 * </pre>
 *
 * <p>Compute threads take no lock, but for the inbox's while they move some tasks from it to their own deque. User code
 * never runs in here.
 */
public final class EnginePool {
    /** What a thread moves from the inbox at once, at most: enough to pay for the lock, few enough to be shared out. */
    private static final int INBOX_BATCH = 16;

    private static final int PADDING = 16;
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);

    private final int threads;
    private final TaskDeque[] deques;
    private final Inbox inbox = new Inbox();
    private final Signal work;
    private final Runnable whenDry;
    private final AtomicInteger waiting = new AtomicInteger();
    private final long[] waitedNanos;
    private final int[] nextVictims;
    private volatile boolean ended;

    /**
     * Makes an empty pool.
     *
     * @param threads how many compute threads
     * @param work where compute threads wait for tasks
     * @param whenDry called by a compute thread that found nothing, before it waits: wakes the control thread; must not
     *     block
     */
    public EnginePool(int threads, Signal work, Runnable whenDry) {
        if (threads < 1) {
            throw new IllegalArgumentException("expected at least 1 compute thread, found " + threads);
        }
        this.threads = threads;
        this.work = work;
        this.whenDry = whenDry;
        this.deques = new TaskDeque[threads];
        for (int thread = 0; thread < threads; thread++) {
            deques[thread] = new TaskDeque();
        }
        this.waitedNanos = new long[(threads + 1) * PADDING];
        this.nextVictims = new int[(threads + 1) * PADDING];
    }

    /** How many compute threads it serves. */
    public int threads() {
        return threads;
    }

    // --- compute threads ------------------------------------------------------------------------------------------

    /**
     * Takes a task: the newest of the thread's own, else from the inbox, else the oldest of another thread. Tasks of
     * voided loans are dropped on the way. Does not block.
     *
     * @return null if there is none now
     */
    public @Nullable PooledTask take(int thread) {
        TaskDeque own = deques[thread];
        while (true) {
            PooledTask task = own.pop();
            if (task == null) {
                task = inbox.takeInto(own, INBOX_BATCH, threads);
            }
            if (task == null) {
                task = steal(thread);
            }
            if (task == null || !task.account().isVoided()) {
                return task;
            }
        }
    }

    /**
     * Queues a task that a task of {@code account} put, and counts it as created. Does not block.
     *
     * @param thread the calling thread's index
     */
    public void put(int thread, LoanAccount account, Object task) {
        account.countCreated(thread);
        deques[thread].push(new PooledTask(account, task, false));
        // The fence pairs with the increment in awaitWork: either we see the waiting thread or it sees the task.
        VarHandle.fullFence();
        if (waiting.get() > 0) {
            work.raise();
        }
    }

    /**
     * Waits until there may be a task, the pool has ended, or {@code alsoWhen} holds; then {@link #take} again.
     *
     * @param alsoWhen what else the thread waits for; whoever makes it true calls {@link #wake}
     * @return false if the pool has ended: there will be no more tasks
     */
    public boolean awaitWork(int thread, BooleanSupplier alsoWhen) throws InterruptedException {
        waiting.incrementAndGet();
        try {
            if (isEmpty() && !ended && !alsoWhen.getAsBoolean()) {
                whenDry.run();
                work.await(() -> ended || !isEmpty() || alsoWhen.getAsBoolean(), Long.MAX_VALUE);
            }
        } finally {
            waiting.decrementAndGet();
        }
        return !ended;
    }

    /** Has every waiting thread look again at what else it waits for. Any thread; never blocks. */
    public void wake() {
        work.raise();
    }

    /** Adds to what {@code thread} has waited for tasks, by which the time of a task is measured. Only that thread. */
    public void countWaited(int thread, long nanos) {
        int cell = cell(thread);
        CELL.setRelease(waitedNanos, cell, waitedNanos[cell] + nanos);
    }

    /**
     * A thread will take and put no more: it has left the application's {@code run}. It counts as waiting from here.
     */
    public void leave() {
        waiting.incrementAndGet();
        whenDry.run();
    }

    // --- control thread -------------------------------------------------------------------------------------------

    /** Adds tasks that came from outside, and wakes the threads that wait. Does not block. */
    public void refill(List<PooledTask> tasks) {
        inbox.addAll(tasks);
        work.raise();
    }

    /**
     * Takes queued tasks of one loan out, the oldest first. What a compute thread takes at the same moment may be
     * missed, and so may what running tasks put meanwhile: call again until the account says that all is done.
     *
     * @param max how many at most
     */
    public List<PooledTask> takeOut(LoanAccount account, int max) {
        List<PooledTask> found = new ArrayList<>();
        List<PooledTask> others = new ArrayList<>();
        inbox.sift(account, max, found);
        for (TaskDeque deque : deques) {
            for (int left = deque.size(); left > 0 && found.size() < max; left--) {
                PooledTask task = deque.steal();
                if (task == null) {
                    continue;
                }
                if (task.account() == account) {
                    found.add(task);
                } else {
                    others.add(task);
                }
            }
        }
        if (!others.isEmpty()) {
            refill(others);
        }
        return found;
    }

    /** Ends the pool: waiting threads are released and told so. */
    public void end() {
        ended = true;
        work.raise();
    }

    /** Opens the pool again after {@link #end}, for the next round of tasks. */
    public void reopen() {
        ended = false;
    }

    // --- any thread -----------------------------------------------------------------------------------------------

    /** About how many tasks are queued. */
    public int queued() {
        int total = inbox.size();
        for (TaskDeque deque : deques) {
            total += deque.size();
        }
        return total;
    }

    /** Whether nothing is queued, as far as one can see. */
    public boolean isEmpty() {
        if (inbox.size() > 0) {
            return false;
        }
        for (TaskDeque deque : deques) {
            if (deque.size() > 0) {
                return false;
            }
        }
        return true;
    }

    /** How many compute threads wait for tasks or have left. */
    public int waitingThreads() {
        return waiting.get();
    }

    /** What all threads have waited for tasks. */
    public long waitedNanos() {
        long total = 0;
        for (int thread = 0; thread < threads; thread++) {
            total += (long) CELL.getAcquire(waitedNanos, cell(thread));
        }
        return total;
    }

    private @Nullable PooledTask steal(int thread) {
        int cell = cell(thread);
        for (int tried = 0; tried < threads; tried++) {
            int victim = nextVictims[cell];
            if (victim != thread) {
                PooledTask task = deques[victim].steal();
                if (task != null) {
                    return task; // and try the same victim first next time
                }
            }
            nextVictims[cell] = (victim + 1) % threads;
        }
        return null;
    }

    private static int cell(int thread) {
        return (thread + 1) * PADDING - PADDING / 2;
    }
}
