package org.moide.balance.pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * The queues in two levels: for each thread one of its own, which needs no lock, and one that it shares
 * ({@code fifo_st2}, {@code lifo_st2}). The tasks that a thread would take first are in its own part, the rest is
 * shared. Newest first: tasks are put into the own part, half of which is shared, the oldest, whenever nothing is.
 * Oldest first: tasks are put into the shared part, and the oldest half is fetched when the own part is empty. So a
 * thread alone takes its tasks in the order of the queue.
 *
 * <p>What only its thread sees is counted, but nobody else can take it, not even to lend it: long tasks wait for that
 * thread.
 */
final class TwoLevelQueues extends QueueForEach {
    /** Array elements between those of two threads: two cache lines, since processors fetch lines in pairs. */
    private static final int PADDING = 32;

    private final TaskQueue.Order order;
    private final Runnable offered;
    private final Victims victims;
    private final List<ArrayDeque<PooledTask>> own =
            new ArrayList<>(); // each touched by its thread only; the first is the next
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

    /** Shares the older half of the thread's own tasks if others can take none of them; and notes how many are its own. */
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

    /** Shares tasks: those that the thread would take last go in front of what is shared. */
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
