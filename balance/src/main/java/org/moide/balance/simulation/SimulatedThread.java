package org.moide.balance.simulation;

import org.moide.balance.loan.LoanOutput;
import org.moide.balance.loan.LoanOutput.CloseLoan;
import org.moide.balance.loan.LoanOutput.EncodeTasks;
import org.moide.balance.loan.LoanOutput.MergeResults;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;
import org.moide.commlib.sim.EventQueue;

/** A compute thread: takes tasks, lets the time pass that they cost, puts what they put meanwhile. */
final class SimulatedThread {
    /** What a sleeping thread takes to wake. */
    private static final long WAKE_NANOS = 20_000;

    private final int index;
    private final double power;
    private final EventQueue queue;
    private final Workload workload;
    private final EnginePool pool;
    private final BusyTimeline timeline;
    private final SimulatedEngine engine;
    private boolean waiting;
    private boolean waking;
    private long busyNanos;

    SimulatedThread(
            int index,
            double power,
            EventQueue queue,
            Workload workload,
            EnginePool pool,
            BusyTimeline timeline,
            SimulatedEngine engine) {
        this.index = index;
        this.power = power;
        this.queue = queue;
        this.workload = workload;
        this.pool = pool;
        this.timeline = timeline;
        this.engine = engine;
    }

    void start() {
        step();
    }

    /** What it has spent in tasks. */
    long busyNanos() {
        return busyNanos;
    }

    /** The pool's signal was raised. */
    void wake() {
        if (waiting && !waking) {
            waking = true;
            queue.after(WAKE_NANOS, "wake", () -> {
                waking = false;
                waiting = false;
                pool.endWaiting(index);
                step();
            });
        }
    }

    private void step() {
        LoanOutput paper = engine.nextPaper();
        if (paper != null) {
            queue.after(paperNanos(paper), "paperwork", () -> {
                if (paper instanceof MergeResults merge) {
                    merge.results().forEach(result -> partial(merge.account()).add(result));
                }
                engine.answer(paper);
                step();
            });
            return;
        }
        PooledTask pooled = pool.take(index);
        if (pooled == null) {
            waiting = true;
            pool.beginWaiting(index);
            engine.nudge();
            return;
        }
        int task = TaskCodes.decode(pooled);
        long nanos = Math.max(1, Math.round(workload.nanos(task) / power));
        int portions = workload.portions(task);
        run(pooled, task, nanos, portions, 0);
    }

    private static long paperNanos(LoanOutput paper) {
        int pieces = 1;
        if (paper instanceof CloseLoan closing) {
            pieces += closing.results().size() + closing.unfinished().size();
        } else if (paper instanceof EncodeTasks encode) {
            pieces += encode.tasks().size();
        } else if (paper instanceof MergeResults merge) {
            pieces += merge.results().size();
        }
        return pieces * SimulatedEngine.CODING_NANOS;
    }

    private void run(PooledTask pooled, int task, long nanos, int portions, int done) {
        long partNanos = nanos / (portions + 1);
        if (done == portions) {
            long restNanos = nanos - portions * partNanos;
            queue.after(restNanos, "executed", () -> finish(pooled, task, nanos));
            return;
        }
        queue.after(partNanos, "put", () -> {
            int first = done == 0 ? 0 : workload.endOfPortion(task, done - 1);
            for (int child = first; child < workload.endOfPortion(task, done); child++) {
                pool.put(index, pooled.account(), workload.child(task, child));
            }
            engine.changed();
            run(pooled, task, nanos, portions, done + 1);
        });
    }

    private void finish(PooledTask pooled, int task, long nanos) {
        busyNanos += nanos;
        long now = queue.nanoTime();
        timeline.add(now - nanos, now, power);
        partial(pooled.account()).add(task);
        pooled.account().countExecuted(index);
        engine.changed();
        step();
    }

    private TaskCodes.Tally partial(LoanAccount account) {
        if (account.partial(index) instanceof TaskCodes.Tally known) {
            return known;
        }
        TaskCodes.Tally first = new TaskCodes.Tally();
        account.setPartial(index, first);
        return first;
    }
}
