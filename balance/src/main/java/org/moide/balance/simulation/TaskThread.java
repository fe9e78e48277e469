package org.moide.balance.simulation;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
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
 * A simulated compute thread of an engine. It takes tasks, lets their time pass and puts the tasks that they create.
 * Subclasses may change what happens at the end of a task or of a round.
 */
public class TaskThread extends SimulatedThread {
    private final SimulatedEngine engine;
    private final BagWorkload workload;
    private final SimulatedPace pace;
    private final EnginePool pool;
    private @Nullable PooledTask running;
    private boolean hasPut; // whether the running task has put others

    protected TaskThread(SimulatedEngine engine, int index) {
        super(engine.process(), engine.world().pace(), index, engine.threadPower());
        this.engine = engine;
        this.workload = engine.world().workload();
        this.pace = engine.world().pace();
        this.pool = engine.pool();
    }

    @Override
    final void woken() {
        if (pool.endWaiting(index())) {
            roundEnded();
        } else {
            step();
        }
    }

    @Override
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
        PooledTask pooled = pool.take(index());
        if (pooled == null) {
            sleep();
            pool.beginWaiting(index());
            if (pool.isRoundOver(index())) {
                wake(); // as EnginePool.awaitWork, which does not wait then
            } else {
                engine.nudge();
            }
            return;
        }
        int task = TaskCodes.decode(pooled);
        running = pooled.encoded() ? pooled : pooled.as(TaskCodes.encode(pooled), true, pooled.taskClass());
        hasPut = false;
        run(task, ownNanos(workload.nanos(task)), workload.portions(task), 0);
    }

    /**
     * Handles the end of a round (the time until all tasks put so far are done). Called when the thread hears of it
     * after a wait.
     */
    protected void roundEnded() {
        // The thread returns.
    }

    /** Ends a task whose time has passed: adds it to the tally and counts it. */
    protected void executed(PooledTask pooled, int task) {
        partial(pooled.account()).add(task);
        pooled.account().countExecuted(index());
        pool.ended(pooled);
        engine.changed();
        next();
    }

    /** Returns the priority with which a task is queued; NaN for none. */
    protected double priority(int task) {
        return TaskHead.NO_PRIORITY;
    }

    /** Schedules the thread's next step, after the end of a task. */
    protected final void next() {
        later(pace.nextNanos(), "next", this::step);
    }

    /** Runs an action on the engine's control thread, after the time that a message to it takes. */
    protected final void hear(String what, Runnable heard) {
        engine.hear(what, heard);
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

    /** Returns the running task if it can be moved out of its loan; otherwise null. */
    @Nullable
    PooledTask movable() {
        return hasPut ? null : running;
    }

    /** Moves the {@link #movable} task to the loan of {@code as}. */
    void move(PooledTask as) {
        running = as;
    }

    private void run(int task, long nanos, int portions, int done) {
        long partNanos = nanos / (portions + 1);
        if (done == portions) {
            long restNanos = nanos - portions * partNanos;
            compute(restNanos, "executed", () -> {
                spent(nanos);
                engine.world().computed(power(), nanos);
                PooledTask ended = Objects.requireNonNull(running, "a task");
                running = null;
                executed(ended, task);
            });
            return;
        }
        compute(partNanos, "put", () -> {
            int first = done == 0 ? 0 : workload.endOfPortion(task, done - 1);
            for (int child = first; child < workload.endOfPortion(task, done); child++) {
                int put = workload.child(task, child);
                PooledTask parent = Objects.requireNonNull(running, "a task");
                hasPut = true;
                pool.put(index(), PooledTask.of(parent.account(), put, workload.taskClass(put), priority(put)));
            }
            engine.changed();
            run(task, nanos, portions, done + 1);
        });
    }

    private Tally partial(LoanAccount account) {
        if (account.partial(index()) instanceof Tally known) {
            return known;
        }
        Tally first = engine.world().newTally();
        account.setPartial(index(), first);
        return first;
    }
}
