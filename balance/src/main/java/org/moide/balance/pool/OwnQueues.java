package org.moide.balance.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * A queue for each thread, and nobody takes another's ({@code fifo_dis}, {@code lifo_dis}): no thread waits for another at a
 * lock, and nothing balances them but what comes from outside. What a thread that leaves has not taken goes to another.
 *
 * <p>Concurrency: {@code left} is set before a queue is emptied for good, and looked at after tasks were added; so
 * either the thread that leaves finds them or the one that added them does.
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

    /** Again as long as somebody leaves meanwhile; if all have left, tasks stay for the control thread. */
    private void emptyThoseLeft() {
        for (int heir = heir(); heir >= 0 && moveTo(heir); heir = heir()) {
            // those who have left since have found theirs by now, or the next turn does
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

    /** A thread that has not left; -1 if all have. */
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
