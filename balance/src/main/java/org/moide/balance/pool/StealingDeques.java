package org.moide.balance.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A deque without locks for each thread, newest first for its owner and oldest first for thieves, and an inbox for what comes
 * from outside. Compute threads take no lock, but for the inbox's while they move some tasks from it to their own deque. What one
 * thread puts into another's queue lies beside that one's deque, oldest first, until either takes it.
 */
final class StealingDeques implements TaskQueues {
    /** What a thread moves from the inbox at once, at most: enough to pay for the lock, few enough to be shared out. */
    private static final int INBOX_BATCH = 16;

    private final TaskDeque[] deques;
    private final TaskQueue[] fromOthers; // by thread: only its owner may push to a deque
    private final Inbox inbox = new Inbox();
    private volatile boolean anyFromOthers; // ever
    private final Victims victims;
    private final IntFunction<@Nullable PooledTask> oldest;
    private final Runnable offered;

    StealingDeques(int threads, Runnable offered) {
        this.deques = new TaskDeque[threads];
        this.fromOthers = new TaskQueue[threads];
        this.victims = new Victims(threads);
        this.offered = offered;
        for (int thread = 0; thread < threads; thread++) {
            deques[thread] = new TaskDeque();
            fromOthers[thread] = new TaskQueue(TaskQueue.Order.OLDEST_FIRST);
        }
        this.oldest = victim -> deques[victim].steal();
    }

    @Override
    public void put(int thread, PooledTask task) {
        deques[thread].push(task);
        offered.run();
    }

    @Override
    public void putInto(int thread, PooledTask task) {
        fromOthers[thread].add(task);
        anyFromOthers = true;
    }

    @Override
    public @Nullable PooledTask take(int thread) {
        TaskDeque own = deques[thread];
        PooledTask task = own.pop();
        if (task == null && anyFromOthers) {
            task = fromOthers[thread].take();
        }
        if (task == null) {
            task = inbox.takeInto(own, INBOX_BATCH, deques.length);
        }
        if (task == null) {
            task = victims.steal(thread, oldest);
        }
        if (task == null && anyFromOthers) {
            task = victims.steal(thread, victim -> fromOthers[victim].takeLast());
        }
        return task;
    }

    @Override
    public void leave(int thread) {}

    @Override
    public void refill(List<PooledTask> tasks) {
        inbox.addAll(tasks);
    }

    @Override
    public void putBack(List<PooledTask> tasks) {
        inbox.addAllFirst(tasks);
    }

    @Override
    public void takeOut(Predicate<LoanAccount> which, int max, List<PooledTask> found) {
        List<PooledTask> others = new ArrayList<>();
        inbox.sift(which, max, found);
        for (TaskQueue queue : fromOthers) {
            queue.sift(which, max, found);
        }
        for (TaskDeque deque : deques) {
            for (int left = deque.size(); left > 0 && found.size() < max; left--) {
                PooledTask task = deque.steal();
                if (task == null) {
                    continue;
                }
                if (which.test(task.account())) {
                    found.add(task);
                } else {
                    others.add(task);
                }
            }
        }
        if (!others.isEmpty()) {
            inbox.addAllFirst(others);
        }
    }

    @Override
    public int queued() {
        int total = inbox.size();
        for (int thread = 0; thread < deques.length; thread++) {
            total += deques[thread].size() + fromOthers[thread].size();
        }
        return total;
    }

    @Override
    public boolean isEmpty() {
        if (inbox.size() > 0) {
            return false;
        }
        for (int thread = 0; thread < deques.length; thread++) {
            if (deques[thread].size() > 0 || fromOthers[thread].size() > 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean isEmptyFor(int thread) {
        return isEmpty();
    }
}
