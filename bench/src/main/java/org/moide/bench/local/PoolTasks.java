package org.moide.bench.local;

import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import org.moide.balance.data.TaskClass;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;
import org.moide.bench.local.LocalPath.Body;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemTicker;

/** Empty tasks that one thread puts into its pool in batches, and runs. */
final class PoolTasks {
    /** The number of tasks in a batch: about as many as a depth-first search keeps in a pool. */
    private static final int BATCH = 1_000;

    private PoolTasks() {}

    /**
     * Returns the code of a measured thread that uses the engine's pool, with the accounting of each task: put, take,
     * run, count.
     */
    static Body ours() {
        EnginePool pool = new EnginePool(1, SpinThenParkSignal.factory(1).create(), () -> {}, new SystemTicker());
        LoanAccount account = new LoanAccount(1, 1, 1);
        Runnable empty = () -> {};
        return operations -> {
            int left = operations;
            while (left > 0) {
                int now = Math.min(left, BATCH);
                for (int task = 0; task < now; task++) {
                    pool.put(0, account, empty);
                }
                for (int task = 0; task < now; task++) {
                    PooledTask taken = Objects.requireNonNull(pool.take(0), "a task that was put");
                    ((Runnable) taken.task()).run();
                    taken.account().countExecuted(0);
                }
                left -= now;
            }
        };
    }

    /** Returns code like {@link #ours} whose tasks read data objects that are on this engine. */
    static Body reading() {
        EnginePool pool = new EnginePool(1, SpinThenParkSignal.factory(1).create(), () -> {}, new SystemTicker());
        LoanAccount account = new LoanAccount(1, 1, 1);
        TaskClass reads = TaskClass.of(3, 4);
        Runnable empty = () -> {};
        pool.classed().makeReady(reads);
        return operations -> {
            int left = operations;
            while (left > 0) {
                int now = Math.min(left, BATCH);
                for (int task = 0; task < now; task++) {
                    pool.put(0, PooledTask.of(account, empty, reads));
                }
                for (int task = 0; task < now; task++) {
                    PooledTask taken = Objects.requireNonNull(pool.take(0), "a task that was put");
                    ((Runnable) taken.task()).run();
                    pool.ended(taken);
                    taken.account().countExecuted(0);
                }
                left -= now;
            }
        };
    }

    /**
     * Returns the code of a measured thread that uses the JDK's pool: the only worker of a pool forks and joins the
     * tasks.
     */
    static Body forkJoin() {
        ForkJoinPool pool = new ForkJoinPool(1);
        return operations -> pool.submit(() -> forkAll(operations)).get();
    }

    private static void forkAll(int operations) {
        Empty[] tasks = new Empty[BATCH];
        int left = operations;
        while (left > 0) {
            int now = Math.min(left, BATCH);
            for (int task = 0; task < now; task++) {
                tasks[task] = new Empty();
                tasks[task].fork();
            }
            for (int task = now - 1; task >= 0; task--) {
                tasks[task].join();
            }
            left -= now;
        }
    }

    private static final class Empty extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        @Override
        protected void compute() {}
    }
}
