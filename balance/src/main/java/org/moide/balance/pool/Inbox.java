package org.moide.balance.pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that came from outside and belong to no thread yet, first in first out. Any thread; one lock, held for a few
 * moves only; {@link #size} takes none.
 */
final class Inbox {
    private final ArrayDeque<PooledTask> tasks = new ArrayDeque<>(); // guarded by itself
    private volatile int size; // written under the lock

    int size() {
        return size;
    }

    void addAll(List<PooledTask> added) {
        synchronized (tasks) {
            tasks.addAll(added);
            size = tasks.size();
        }
    }

    /** Adds tasks in front of all others, in their order. */
    void addAllFirst(List<PooledTask> added) {
        synchronized (tasks) {
            for (int index = added.size() - 1; index >= 0; index--) {
                tasks.addFirst(added.get(index));
            }
            size = tasks.size();
        }
    }

    /**
     * Takes the oldest for the caller, and some more into its deque if the others of {@code threads} still find as many.
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
                for (int index = more - 1; index >= 0; index--) { // the oldest last, so that it is taken first
                    own.push(batch[index]);
                }
            }
            size = tasks.size();
            return first;
        }
    }

    /** Moves at most {@code max} tasks of some loans to {@code found}. */
    void sift(Predicate<LoanAccount> which, int max, List<PooledTask> found) {
        if (size == 0) {
            return;
        }
        synchronized (tasks) {
            List<PooledTask> others = new ArrayList<>();
            for (PooledTask task = tasks.poll(); task != null; task = found.size() < max ? tasks.poll() : null) {
                (which.test(task.account()) ? found : others).add(task);
            }
            addAllFirst(others);
        }
    }
}
