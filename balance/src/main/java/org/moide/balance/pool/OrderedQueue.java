package org.moide.balance.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A queue of tasks by priority, highest first; among equals the newest first, so that a search with many equal
 * priorities goes deep before it goes wide. Any thread may use it; one lock is held for a few steps only, and
 * {@link #size} takes none.
 */
final class OrderedQueue {
    /**
     * A task with its number in the order of adding. Of tasks with equal priority, the one with the highest number is
     * taken first.
     */
    private record Ranked(PooledTask task, double priority, long added) implements Comparable<Ranked> {
        @Override
        public int compareTo(Ranked other) {
            int order = Double.compare(other.priority, priority);
            return order != 0 ? order : Long.compare(other.added, added);
        }
    }

    private final boolean keepsEverySecond;
    private final PriorityQueue<Ranked> tasks = new PriorityQueue<>(); // guarded by itself
    private long added; // guarded by tasks
    private volatile int size; // written under the lock

    /**
     * Creates an empty queue.
     *
     * @param keepsEverySecond true if threads of this engine take from the queue. Then only every second task is taken
     *     out to be lent, so that both the borrower and this engine have tasks of high priority
     */
    OrderedQueue(boolean keepsEverySecond) {
        this.keepsEverySecond = keepsEverySecond;
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

    /** Adds tasks; among equal priorities the first of the list is taken first. */
    void addAll(List<PooledTask> some) {
        synchronized (tasks) {
            for (int index = some.size() - 1; index >= 0; index--) {
                insert(some.get(index));
            }
            size = tasks.size();
        }
    }

    private void insert(PooledTask task) {
        tasks.add(new Ranked(task, task.priority(), added++));
    }

    /** Takes the task of the highest priority; null if the queue is empty. */
    @Nullable
    PooledTask take() {
        if (size == 0) {
            return null;
        }
        synchronized (tasks) {
            Ranked first = tasks.poll();
            size = tasks.size();
            return first == null ? null : first.task;
        }
    }

    /**
     * Moves tasks of loans that pass {@code which} to {@code found} until it has {@code max} tasks, highest priority
     * first.
     */
    void sift(Predicate<LoanAccount> which, int max, List<PooledTask> found) {
        if (size == 0) {
            return;
        }
        synchronized (tasks) {
            List<Ranked> others = new ArrayList<>();
            List<Ranked> kept = new ArrayList<>();
            boolean keep = keepsEverySecond;
            while (found.size() < max && !tasks.isEmpty()) {
                Ranked next = tasks.remove();
                if (!which.test(next.task.account())) {
                    others.add(next);
                } else if (keep) {
                    kept.add(next);
                    keep = false;
                } else {
                    found.add(next.task);
                    keep = keepsEverySecond;
                }
            }
            for (int last = kept.size() - 1; last >= 0 && found.size() < max; last--) {
                found.add(kept.remove(last).task);
            }
            tasks.addAll(others);
            tasks.addAll(kept);
            size = tasks.size();
        }
    }
}
