package org.moide.balance.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that have a priority, the highest first, and of equal ones the one that was added last: a search that finds many alike
 * goes down instead of wide. Any thread; one lock, held for a few moves only; {@link #size} takes none.
 */
final class OrderedQueue {
    /** A task in its place. */
    private record Ranked(PooledTask task, double priority, long added) implements Comparable<Ranked> {
        @Override
        public int compareTo(Ranked other) {
            int order = Double.compare(other.priority, priority);
            return order != 0 ? order : Long.compare(other.added, added);
        }
    }

    private final boolean keepsEverySecond;
    private final PriorityQueue<Ranked> tasks = new PriorityQueue<>(); // guarded by itself
    private long added; // the same
    private volatile int size; // written under the lock

    /**
     * An empty one.
     *
     * @param keepsEverySecond whether threads take from it: then of those that are taken out for others each second
     *     stays, so that both sides go on with tasks of high priority
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

    /** Adds tasks; of equal ones the first of them is the next. */
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

    /** Takes the one with the highest priority; null if there is none. */
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

    /** Moves tasks of some loans to {@code found} until it has {@code max}, from the highest priority on. */
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
