package org.moide.balance.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * A queue for each thread, from which no other thread takes tasks (the options {@code fifo_dis} and {@code lifo_dis}).
 * Threads hardly ever wait for each other at a lock. Only tasks from outside balance the queues: they go to the
 * shortest one. When a thread leaves, its tasks go to another one.
 *
 * <p>Concurrency: a leaving thread sets {@code left} before it empties its queue for the last time, and a thread that
 * adds tasks reads {@code left} afterwards. So one of the two finds the tasks.
 */
final class OwnQueues extends QueueForEach {
    private final AtomicIntegerArray left; // 1 for a thread that has left

    OwnQueues(int threads, TaskQueue.Order order) {
        super(threads, order);
        left = new AtomicIntegerArray(threads);
    }

    @Override
    public void put(int thread, PooledTask task) {
        queues[thread].add(task);
    }

    @Override
    public void putInto(int thread, PooledTask task) {
        super.putInto(thread, task);
        emptyThoseLeft();
    }

    @Override
    public @Nullable PooledTask take(int thread) {
        return queues[thread].take();
    }

    @Override
    public void leave(int thread) {
        left.set(thread, 1);
        emptyThoseLeft();
    }

    @Override
    public void refill(List<PooledTask> tasks) {
        super.refill(tasks);
        emptyThoseLeft();
    }

    @Override
    public void putBack(List<PooledTask> tasks) {
        super.putBack(tasks);
        emptyThoseLeft();
    }

    /**
     * Moves the tasks of threads that have left to one that has not, and repeats this while further threads leave. If
     * all have left, the tasks stay in the queues for the control thread.
     */
    private void emptyThoseLeft() {
        for (int heir = heir(); heir >= 0 && moveTo(heir); heir = heir()) {
            // a thread that has left meanwhile finds its own tasks, or the next turn finds them
        }
    }

    private boolean moveTo(int heir) {
        boolean moved = false;
        for (int thread = 0; thread < queues.length; thread++) {
            if (left.get(thread) == 1 && queues[thread].size() > 0) {
                List<PooledTask> tasks = new ArrayList<>();
                queues[thread].sift(account -> true, Integer.MAX_VALUE, tasks);
                queues[heir].addAll(tasks);
                moved |= !tasks.isEmpty();
            }
        }
        return moved;
    }

    /** Returns a thread that has not left, and which takes over the tasks of those that have; -1 if all have left. */
    private int heir() {
        for (int thread = 0; thread < queues.length; thread++) {
            if (left.get(thread) == 0) {
                return thread;
            }
        }
        return -1;
    }

    @Override
    boolean mayBeDealtTo(int thread) {
        return left.get(thread) == 0;
    }

    @Override
    public boolean isEmptyFor(int thread) {
        return queues[thread].size() == 0;
    }
}
