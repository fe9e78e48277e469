package org.moide.balance.pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A task queue that any thread may use. One lock is held for a few steps only, and {@link #size} takes none. */
final class TaskQueue {
    /** The order in which tasks are taken from the queue: oldest or newest first. */
    enum Order {
        OLDEST_FIRST,
        NEWEST_FIRST
    }

    private final Order order;
    private final ArrayDeque<PooledTask> tasks = new ArrayDeque<>(); // guarded by itself; the first is taken next
    private volatile int size; // written under the lock

    TaskQueue(Order order) {
        this.order = order;
    }

    int size() {
        return size;
    }

    void add(PooledTask task) {
        synchronized (tasks) {
            insert(task);
            size = tasks.size();
        }
    }

    void addAll(List<PooledTask> added) {
        synchronized (tasks) {
            added.forEach(this::insert);
            size = tasks.size();
        }
    }

    /** Adds tasks in front of all others; the first of the list is taken first. */
    void addNext(List<PooledTask> added) {
        synchronized (tasks) {
            for (int index = added.size() - 1; index >= 0; index--) {
                tasks.addFirst(added.get(index));
            }
            size = tasks.size();
        }
    }

    /** Takes the next task by the queue's order; null if the queue is empty. */
    @Nullable
    PooledTask take() {
        if (size == 0) {
            return null;
        }
        synchronized (tasks) {
            PooledTask task = tasks.pollFirst();
            size = tasks.size();
            return task;
        }
    }

    /** Takes the task that {@link #take} would return last; null if the queue is empty. */
    @Nullable
    PooledTask takeLast() {
        if (size == 0) {
            return null;
        }
        synchronized (tasks) {
            PooledTask task = tasks.pollLast();
            size = tasks.size();
            return task;
        }
    }

    /**
     * Takes the next task for the caller, and moves up to {@code max - 1} more into the caller's deque. It leaves so
     * many in the queue that each of the {@code threads} could take as many.
     */
    @Nullable
    PooledTask takeInto(TaskDeque own, int max, int threads) {
        if (size == 0) {
            return null;
        }
        synchronized (tasks) {
            PooledTask first = tasks.poll();
            if (first == null) {
                return null;
            }
            int more = Math.min(max - 1, tasks.size() / (2 * threads));
            if (more > 0) {
                PooledTask[] batch = new PooledTask[more];
                for (int index = 0; index < more; index++) {
                    batch[index] = tasks.remove();
                }
                for (int index = more - 1; index >= 0; index--) { // in reverse, so that the next one is taken first
                    own.push(batch[index]);
                }
            }
            size = tasks.size();
            return first;
        }
    }

    /**
     * Moves half of the tasks, rounded up, to {@code taken}: those that {@link #take} would return next, in this order.
     */
    void takeHalf(ArrayDeque<PooledTask> taken) {
        if (size == 0) {
            return;
        }
        synchronized (tasks) {
            for (int left = (tasks.size() + 1) / 2; left > 0; left--) {
                taken.addLast(tasks.removeFirst());
            }
            size = tasks.size();
        }
    }

    /**
     * Moves tasks of loans that pass {@code which} to {@code found} until it has {@code max} tasks. It begins with the
     * task that {@link #take} would return last.
     */
    void sift(Predicate<LoanAccount> which, int max, List<PooledTask> found) {
        sift(which, max, found, false);
    }

    /**
     * Moves tasks of loans that pass {@code which} to {@code found} until it has {@code max} tasks. It begins with the
     * task that {@link #take} would return next.
     */
    void siftNext(Predicate<LoanAccount> which, int max, List<PooledTask> found) {
        sift(which, max, found, true);
    }

    private void sift(Predicate<LoanAccount> which, int max, List<PooledTask> found, boolean nextFirst) {
        if (size == 0) {
            return;
        }
        synchronized (tasks) {
            List<PooledTask> others = new ArrayList<>();
            while (found.size() < max && !tasks.isEmpty()) {
                PooledTask task = nextFirst ? tasks.removeFirst() : tasks.removeLast();
                (which.test(task.account()) ? found : others).add(task);
            }
            Collections.reverse(others);
            others.forEach(nextFirst ? tasks::addFirst : tasks::addLast);
            size = tasks.size();
        }
    }

    private void insert(PooledTask task) {
        if (order == Order.OLDEST_FIRST) {
            tasks.addLast(task);
        } else {
            tasks.addFirst(task);
        }
    }
}
