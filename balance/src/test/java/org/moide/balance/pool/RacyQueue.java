package org.moide.balance.pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A small {@link CentralQueue} with one fault, which the litmus tests must notice. */
final class RacyQueue implements TaskQueues {
    enum Flaw {
        /**
         * A thread that takes a task computes the new size under the lock, but publishes the size only after it has
         * released the lock.
         */
        SIZE_TOLD_LATE,
        /** A thread reads which task is first, and then removes the first task, which may be another one by then. */
        TAKEN_BY_CHECK_THEN_ACT,
        /** The control thread first determines which tasks to take out, and takes them out in a second step. */
        SIFTED_IN_TWO_STEPS
    }

    private static final int LOOKS = 20;

    private final Flaw flaw;
    private final ArrayDeque<PooledTask> tasks = new ArrayDeque<>(); // guarded by itself
    private volatile int size;
    private volatile long additions; // written under the lock

    RacyQueue(Flaw flaw) {
        this.flaw = flaw;
    }

    @Override
    public void put(int thread, PooledTask task) {
        refill(List.of(task));
    }

    @Override
    public void putInto(int thread, PooledTask task) {
        refill(List.of(task));
    }

    @Override
    public @Nullable PooledTask take(int thread) {
        if (size == 0) {
            return null;
        }
        PooledTask task;
        int left;
        synchronized (tasks) {
            task = flaw == Flaw.TAKEN_BY_CHECK_THEN_ACT ? tasks.peek() : tasks.poll();
            left = tasks.size();
            size = flaw == Flaw.SIZE_TOLD_LATE ? size : left;
        }
        if (flaw == Flaw.TAKEN_BY_CHECK_THEN_ACT) {
            Thread.yield(); // the gap
            synchronized (tasks) {
                tasks.poll();
                size = tasks.size();
            }
        }
        if (flaw == Flaw.SIZE_TOLD_LATE) {
            holdTheGapOpen();
            size = left;
        }
        return task;
    }

    @Override
    public void leave(int thread) {}

    @Override
    public void refill(List<PooledTask> added) {
        synchronized (tasks) {
            tasks.addAll(added);
            size = tasks.size();
            additions++;
        }
    }

    @Override
    public void putBack(List<PooledTask> added) {
        refill(added);
    }

    @Override
    public void takeOut(Predicate<LoanAccount> which, int max, List<PooledTask> found) {
        List<PooledTask> chosen = new ArrayList<>();
        synchronized (tasks) {
            tasks.stream().filter(task -> which.test(task.account())).limit(max).forEach(chosen::add);
            if (flaw != Flaw.SIFTED_IN_TWO_STEPS) {
                tasks.removeAll(chosen);
            }
            size = tasks.size();
        }
        if (flaw == Flaw.SIFTED_IN_TWO_STEPS) {
            Thread.yield(); // the gap
            synchronized (tasks) {
                tasks.removeAll(chosen);
                size = tasks.size();
            }
        }
        found.addAll(chosen);
    }

    /**
     * Holds the thread at the place of the fault for a number of checks. By chance, other threads would seldom add a
     * task at this moment on a busy machine.
     */
    private void holdTheGapOpen() {
        long before = additions;
        for (int looks = 0; looks < LOOKS && additions == before; looks++) {
            Thread.yield();
        }
    }

    @Override
    public int queued() {
        return size;
    }

    @Override
    public boolean isEmpty() {
        return size == 0;
    }

    @Override
    public boolean isEmptyFor(int thread) {
        return size == 0;
    }
}
