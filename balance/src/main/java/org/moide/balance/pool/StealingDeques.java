package org.moide.balance.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A lock-free deque for each thread, and an inbox for tasks from outside.
 *
 * <p>A deque's owner takes its newest task, thieves its oldest. Compute threads take a lock only to move some tasks
 * from the inbox to their own deque. A task that one thread puts for another waits in a queue beside the receiver's
 * deque. The receiver takes the oldest task of that queue, a thief the newest. Tasks with a priority are in one queue
 * for all threads, and are taken before all others.
 */
final class StealingDeques implements TaskQueues {
    /**
     * The most tasks moved from the inbox at once: enough to pay for the lock, few enough for other threads to get
     * some.
     */
    private static final int INBOX_BATCH = 16;

    private final TaskDeque[] deques;
    private final TaskQueue[] fromOthers; // by receiving thread, since only its owner may push to a deque
    private final TaskQueue inbox = new TaskQueue(TaskQueue.Order.OLDEST_FIRST);
    private volatile boolean anyFromOthers; // never reset
    private final OrderedQueue ordered;
    private volatile boolean anyOrdered; // never reset
    private final Victims victims;
    private final IntFunction<@Nullable PooledTask> oldest;
    private final Runnable offered;

    StealingDeques(int threads, Runnable offered) {
        this.deques = new TaskDeque[threads];
        this.fromOthers = new TaskQueue[threads];
        this.victims = new Victims(threads);
        this.offered = offered;
        this.ordered = new OrderedQueue(threads > 0);
        for (int thread = 0; thread < threads; thread++) {
            deques[thread] = new TaskDeque();
            fromOthers[thread] = new TaskQueue(TaskQueue.Order.OLDEST_FIRST);
        }
        this.oldest = victim -> deques[victim].steal();
    }

    @Override
    public void put(int thread, PooledTask task) {
        if (hasPriority(task)) {
            order(List.of(task));
        } else {
            deques[thread].push(task);
        }
        offered.run();
    }

    @Override
    public void putInto(int thread, PooledTask task) {
        if (hasPriority(task)) {
            order(List.of(task));
        } else {
            fromOthers[thread].add(task);
            anyFromOthers = true;
        }
    }

    private static boolean hasPriority(PooledTask task) {
        return !Double.isNaN(task.priority());
    }

    private void order(List<PooledTask> tasks) {
        ordered.addAll(tasks);
        anyOrdered = true;
    }

    @Override
    public @Nullable PooledTask take(int thread) {
        PooledTask first = anyOrdered ? ordered.take() : null;
        if (first != null) {
            return first;
        }
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
        inbox.addAll(orderSome(tasks));
    }

    /**
     * Puts the tasks that have a priority into the common queue, which is ordered by priority.
     *
     * @return the other tasks
     */
    private List<PooledTask> orderSome(List<PooledTask> tasks) {
        List<PooledTask> some =
                tasks.stream().filter(StealingDeques::hasPriority).toList();
        if (some.isEmpty()) {
            return tasks;
        }
        order(some);
        return tasks.stream().filter(task -> !hasPriority(task)).toList();
    }

    @Override
    public void putBack(List<PooledTask> tasks) {
        inbox.addNext(orderSome(tasks));
    }

    @Override
    public void takeOut(Predicate<LoanAccount> which, int max, List<PooledTask> found) {
        List<PooledTask> others = new ArrayList<>();
        inbox.siftNext(which, max, found);
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
            inbox.addNext(others);
        }
        ordered.sift(which, max, found);
    }

    @Override
    public int queued() {
        int total = inbox.size() + ordered.size();
        for (int thread = 0; thread < deques.length; thread++) {
            total += deques[thread].size() + fromOthers[thread].size();
        }
        return total;
    }

    @Override
    public boolean isEmpty() {
        if (inbox.size() + ordered.size() > 0) {
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
