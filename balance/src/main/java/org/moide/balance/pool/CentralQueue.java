package org.moide.balance.pool;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A single task queue for all threads (the options {@code fifo_cen} and {@code lifo_cen}). It needs no balancing
 * between threads, but all of them contend for its lock.
 */
final class CentralQueue implements TaskQueues {
    private final TaskQueue queue;
    private final Runnable offered;

    CentralQueue(TaskQueue.Order order, Runnable offered) {
        this.queue = new TaskQueue(order);
        this.offered = offered;
    }

    @Override
    public void put(int thread, PooledTask task) {
        queue.add(task);
        offered.run();
    }

    @Override
    public void putInto(int thread, PooledTask task) {
        queue.add(task);
    }

    @Override
    public @Nullable PooledTask take(int thread) {
        return queue.take();
    }

    @Override
    public void leave(int thread) {}

    @Override
    public void refill(List<PooledTask> tasks) {
        queue.addAll(tasks);
    }

    @Override
    public void putBack(List<PooledTask> tasks) {
        queue.addNext(tasks);
    }

    @Override
    public void takeOut(Predicate<LoanAccount> which, int max, List<PooledTask> found) {
        queue.sift(which, max, found);
    }

    @Override
    public int queued() {
        return queue.size();
    }

    @Override
    public boolean isEmpty() {
        return queue.size() == 0;
    }

    @Override
    public boolean isEmptyFor(int thread) {
        return queue.size() == 0;
    }
}
