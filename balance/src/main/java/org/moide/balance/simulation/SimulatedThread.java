package org.moide.balance.simulation;

import org.moide.balance.data.TaskHead;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.loan.LoanOutput.CloseLoan;
import org.moide.balance.loan.LoanOutput.EncodeTasks;
import org.moide.balance.loan.LoanOutput.MergeResults;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.workload.BagWorkload;

/**
 * A compute thread: takes tasks, lets the time pass that they cost, puts what they put meanwhile. A subclass may make of a task
 * something else, and of the end of a round.
 */
public class SimulatedThread {
    private final SimulatedEngine engine;
    private final int index;
    private final SimulatedProcess process;
    private final BagWorkload workload;
    private final SimulatedPace pace;
    private final EnginePool pool;
    private boolean waiting;
    private boolean waking;
    private long busyNanos;

    protected SimulatedThread(SimulatedEngine engine, int index) {
        this.engine = engine;
        this.index = index;
        this.process = engine.process();
        this.workload = engine.world().workload();
        this.pace = engine.world().pace();
        this.pool = engine.pool();
    }

    final void start() {
        later(pace.startNanos(), "start", this::step);
    }

    /** What it has spent in tasks. */
    final long busyNanos() {
        return busyNanos;
    }

    /** The pool's signal was raised. */
    final void wake() {
        if (waiting && !waking) {
            waking = true;
            engine.after(pace.wakeNanos(), "wake", () -> {
                waking = false;
                waiting = false;
                if (pool.endWaiting(index)) {
                    roundEnded();
                } else {
                    step();
                }
            });
        }
    }

    /** Does what there is to do next. */
    protected void step() {
        LoanOutput paper = engine.nextPaper();
        if (paper != null) {
            later(pace.codingNanos(pieces(paper)), "paperwork", () -> {
                if (paper instanceof MergeResults merge) {
                    merge.results().forEach(result -> partial(merge.account()).add(result));
                }
                engine.answer(paper);
                next();
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
        long nanos = Math.max(1, Math.round(workload.nanos(task) / engine.threadPower()));
        int portions = workload.portions(task);
        run(pooled, task, nanos, portions, 0);
    }

    /** It waited, and was told that all is done. */
    protected void roundEnded() {
        // It returns.
    }

    /** What becomes of a task whose time has passed. */
    protected void executed(PooledTask pooled, int task) {
        partial(pooled.account()).add(task);
        pooled.account().countExecuted(index);
        pool.ended(pooled);
        engine.changed();
        next();
    }

    /** What a task is put with; NaN for none. */
    protected double priority(int task) {
        return TaskHead.NO_PRIORITY;
    }

    /** Goes on with what comes after a task. */
    protected final void next() {
        later(pace.nextNanos(), "next", this::step);
    }

    /** Goes on after a while, at once if it is none. */
    protected final void later(long nanos, String what, Runnable then) {
        if (nanos == 0) {
            then.run();
        } else {
            process.compute(index, nanos, what, then);
        }
    }

    /** The engine's control thread hears of something that this one has done. */
    protected final void hear(String what, Runnable heard) {
        engine.hear(what, heard);
    }

    /** Which of the engine's it is, from 0 on. */
    protected final int index() {
        return index;
    }

    private static int pieces(LoanOutput paper) {
        int pieces = 1;
        if (paper instanceof CloseLoan closing) {
            pieces += closing.results().size() + closing.unfinished().size();
        } else if (paper instanceof EncodeTasks encode) {
            pieces += encode.tasks().size();
        } else if (paper instanceof MergeResults merge) {
            pieces += merge.results().size();
        }
        return pieces;
    }

    private void run(PooledTask pooled, int task, long nanos, int portions, int done) {
        long partNanos = nanos / (portions + 1);
        if (done == portions) {
            long restNanos = nanos - portions * partNanos;
            process.compute(index, restNanos, "executed", () -> {
                busyNanos += nanos;
                engine.world().outside().computed(engine.threadPower(), nanos);
                executed(pooled, task);
            });
            return;
        }
        process.compute(index, partNanos, "put", () -> {
            int first = done == 0 ? 0 : workload.endOfPortion(task, done - 1);
            for (int child = first; child < workload.endOfPortion(task, done); child++) {
                int put = workload.child(task, child);
                pool.put(index, PooledTask.of(pooled.account(), put, workload.taskClass(put), priority(put)));
            }
            engine.changed();
            run(pooled, task, nanos, portions, done + 1);
        });
    }

    private Tally partial(LoanAccount account) {
        if (account.partial(index) instanceof Tally known) {
            return known;
        }
        Tally first = engine.world().tallies().get();
        account.setPartial(index, first);
        return first;
    }
}
