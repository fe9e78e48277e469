package org.moide.balance.pool;

import org.jspecify.annotations.Nullable;

/**
 * A queue for each thread (the options {@code fifo_st1} and {@code lifo_st1}). A thread with an empty queue steals from
 * another thread's queue, namely the task that the other thread would take last.
 */
final class SharedQueues extends QueueForEach {
    private final Victims victims;
    private final Runnable offered;

    SharedQueues(int threads, TaskQueue.Order order, Runnable offered) {
        super(threads, order);
        this.victims = new Victims(threads);
        this.offered = offered;
    }

    @Override
    public void put(int thread, PooledTask task) {
        queues[thread].add(task);
        offered.run();
    }

    @Override
    public @Nullable PooledTask take(int thread) {
        PooledTask task = queues[thread].take();
        return task != null ? task : victims.steal(thread, victim -> queues[victim].takeLast());
    }

    @Override
    public void leave(int thread) {}

    @Override
    public boolean isEmptyFor(int thread) {
        return isEmpty();
    }
}
