package org.moide.balance.pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * Queues in two levels (the options {@code fifo_st2} and {@code lifo_st2}). Each thread's queue has a private part,
 * which needs no lock and has the tasks that the thread takes first, and a shared part with the rest.
 *
 * <p>With the order "newest first", a thread puts tasks into its private part, and whenever its shared part is empty,
 * it moves the older half there. With "oldest first", it puts tasks into its shared part, and fetches the oldest half
 * of them when its private part is empty. So as long as no other thread steals, each thread takes its tasks in the
 * queue's order.
 *
 * <p>Private tasks are counted, but no other thread can take them, not even to lend them: behind a long task they wait
 * for their thread.
 */
final class TwoLevelQueues extends QueueForEach {
    /**
     * The distance between array elements of two threads: four cache lines. Processors fetch lines in pairs, so two
     * threads never share a pair.
     */
    private static final int PADDING = 32;

    private final TaskQueue.Order order;
    private final Runnable offered;
    private final Victims victims;
    private final List<ArrayDeque<PooledTask>> own =
            new ArrayList<>(); // each used by its thread only; the first is taken next
    private final AtomicIntegerArray ownSizes; // each written by its thread only

    TwoLevelQueues(int threads, TaskQueue.Order order, Runnable offered) {
        super(threads, order);
        this.order = order;
        this.offered = offered;
        this.victims = new Victims(threads);
        this.ownSizes = new AtomicIntegerArray((threads + 1) * PADDING);
        for (int thread = 0; thread < threads; thread++) {
            own.add(new ArrayDeque<>());
        }
    }

    @Override
    public void put(int thread, PooledTask task) {
        if (order == TaskQueue.Order.OLDEST_FIRST) {
            queues[thread].add(task);
            offered.run();
        } else {
            own.get(thread).addFirst(task);
            shareIfNoneIs(thread);
        }
    }

    @Override
    public @Nullable PooledTask take(int thread) {
        ArrayDeque<PooledTask> mine = own.get(thread);
        if (mine.isEmpty() && order == TaskQueue.Order.OLDEST_FIRST) {
            queues[thread].takeHalf(mine);
        }
        PooledTask task = mine.pollFirst();
        if (task != null) {
            shareIfNoneIs(thread);
            return task;
        }
        task = queues[thread].take();
        return task != null ? task : victims.steal(thread, victim -> queues[victim].takeLast());
    }

    /**
     * Moves the older half of the thread's private tasks to its shared part if that is empty, and updates the number of
     * private tasks.
     */
    private void shareIfNoneIs(int thread) {
        ArrayDeque<PooledTask> mine = own.get(thread);
        boolean share = mine.size() > 1 && queues[thread].size() == 0;
        if (share) {
            share(thread, mine.size() / 2);
        }
        ownSizes.setRelease(cell(thread), mine.size());
        if (share) {
            offered.run();
        }
    }

    /** Moves the {@code count} private tasks that the thread would take last to the front of its shared part. */
    private void share(int thread, int count) {
        ArrayDeque<PooledTask> mine = own.get(thread);
        ArrayDeque<PooledTask> shared = new ArrayDeque<>();
        for (int left = count; left > 0; left--) {
            shared.addFirst(mine.removeLast());
        }
        queues[thread].addNext(List.copyOf(shared));
    }

    @Override
    public void leave(int thread) {
        share(thread, own.get(thread).size());
        ownSizes.setRelease(cell(thread), 0);
        offered.run();
    }

    @Override
    int length(int thread) {
        return queues[thread].size() + ownSizes.getAcquire(cell(thread));
    }

    @Override
    public boolean isEmptyFor(int thread) {
        if (ownSizes.getPlain(cell(thread)) > 0) {
            return false;
        }
        for (TaskQueue queue : queues) {
            if (queue.size() > 0) {
                return false;
            }
        }
        return true;
    }

    private static int cell(int thread) {
        return (thread + 1) * PADDING - PADDING / 2;
    }
}
