package org.moide.bench.local;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import org.moide.balance.data.TaskClass;
import org.moide.balance.pool.Discipline;
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

    private static final int STEPS = 100;

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

    /**
     * Returns the code of two measured threads, of which each puts a task, computes, takes a task, and computes again.
     * Each has a pool of its own with one queue, or both have one.
     */
    static List<Body> beside(boolean haveOne) {
        EnginePool common = central(2);
        List<Body> bodies = new ArrayList<>();
        for (int thread = 0; thread < 2; thread++) {
            EnginePool pool = haveOne ? common : central(1);
            int own = haveOne ? thread : 0;
            LoanAccount account = new LoanAccount(1, 2, 1);
            Runnable empty = () -> {};
            bodies.add(operations -> {
                double computed = 1;
                for (int operation = 0; operation < operations; operation++) {
                    pool.put(own, account, empty);
                    computed = compute(computed);
                    PooledTask taken = Objects.requireNonNull(pool.take(own), "a task that was put");
                    ((Runnable) taken.task()).run();
                    computed = compute(computed);
                }
                if (Double.isNaN(computed)) {
                    throw new IllegalStateException("expected a number");
                }
            });
        }
        return bodies;
    }

    private static EnginePool central(int threads) {
        return new EnginePool(
                Discipline.FIFO_CEN,
                threads,
                threads,
                SpinThenParkSignal.factory(1).create(),
                () -> {},
                new SystemTicker());
    }

    /** Computes for about a microsecond: longer than a thread has the lock of a queue. */
    private static double compute(double from) {
        double value = from;
        for (int step = 0; step < STEPS; step++) {
            value = Math.sqrt(value + step);
        }
        return value;
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
