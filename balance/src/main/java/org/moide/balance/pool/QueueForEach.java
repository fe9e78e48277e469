package org.moide.balance.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The common part of disciplines with a queue for each thread. Tasks that no thread of this engine has put go to the
 * shortest queue.
 */
abstract class QueueForEach implements TaskQueues {
    final TaskQueue[] queues;

    QueueForEach(int threads, TaskQueue.Order order) {
        queues = new TaskQueue[threads];
        for (int thread = 0; thread < threads; thread++) {
            queues[thread] = new TaskQueue(order);
        }
    }

    @Override
    public void putInto(int thread, PooledTask task) {
        queues[thread].add(task);
    }

    @Override
    public void refill(List<PooledTask> tasks) {
        List<List<PooledTask>> dealt = dealt(tasks);
        for (int thread = 0; thread < queues.length; thread++) {
            queues[thread].addAll(dealt.get(thread));
        }
    }

    @Override
    public void putBack(List<PooledTask> tasks) {
        List<List<PooledTask>> dealt = dealt(tasks);
        for (int thread = 0; thread < queues.length; thread++) {
            queues[thread].addNext(dealt.get(thread));
        }
    }

    private List<List<PooledTask>> dealt(List<PooledTask> tasks) {
        List<List<PooledTask>> dealt = new ArrayList<>();
        int[] lengths = new int[queues.length];
        for (int thread = 0; thread < queues.length; thread++) {
            dealt.add(new ArrayList<>());
            lengths[thread] = mayBeDealtTo(thread) ? length(thread) : Integer.MAX_VALUE;
        }
        for (PooledTask task : tasks) {
            int shortest = 0;
            for (int thread = 1; thread < lengths.length; thread++) {
                shortest = lengths[thread] < lengths[shortest] ? thread : shortest;
            }
            dealt.get(shortest).add(task);
            lengths[shortest] = Math.max(lengths[shortest], lengths[shortest] + 1);
        }
        return dealt;
    }

    boolean mayBeDealtTo(int thread) {
        return true;
    }

    int length(int thread) {
        return queues[thread].size();
    }

    @Override
    public void takeOut(Predicate<LoanAccount> which, int max, List<PooledTask> found) {
        for (TaskQueue queue : queues) {
            queue.sift(which, max, found);
        }
    }

    @Override
    public int queued() {
        int total = 0;
        for (int thread = 0; thread < queues.length; thread++) {
            total += length(thread);
        }
        return total;
    }

    @Override
    public boolean isEmpty() {
        for (int thread = 0; thread < queues.length; thread++) {
            if (length(thread) > 0) {
                return false;
            }
        }
        return true;
    }
}
