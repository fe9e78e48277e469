package org.moide.balance.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.DataOutput;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.loan.LoanOutput.CloseLoan;
import org.moide.balance.loan.LoanOutput.ClosedLoan;
import org.moide.balance.loan.LoanOutput.EncodeTasks;
import org.moide.balance.loan.LoanOutput.EncodedTasks;
import org.moide.balance.loan.LoanOutput.MergeResults;
import org.moide.balance.loan.LoanOutput.MergedResults;
import org.moide.balance.loan.LoanOutput.SetApart;
import org.moide.balance.loan.member.EngineBalancer;
import org.moide.balance.pool.DataStage;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.MovableTasks;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.port.Signal;
import org.moide.commlib.sim.Event;

/**
 * A simulated member with the balancer and the pool used in production. Its compute threads use virtual time. As in a
 * real engine, the balancer is called after an event, and at most once a millisecond while threads compute.
 */
public final class SimulatedEngine extends LendingMember {
    /** The least pause between two steps of the balancer, as in a real engine. */
    private static final long TICK_NANOS = 1_000_000;

    /**
     * The time after which a separate thread encodes tasks, because all compute threads are busy, as in a real engine.
     */
    private static final long ENCODING_PATIENCE_NANOS = 2_000_000;

    private final EnginePool pool;
    private final EngineBalancer balancer;
    private final @Nullable DataStage stage;
    private final double threadPower;
    private final List<TaskThread> threads = new ArrayList<>();
    private final ArrayDeque<LoanOutput> paperwork = new ArrayDeque<>();
    private @Nullable Event nextTick;
    private long nextTickNanos;
    private long lastStepNanos;

    /** Makes an engine whose threads have not started yet. */
    public SimulatedEngine(
            Membership.Member member, SimulatedWorld world, SimulatedProcess process, EngineParts parts) {
        super(member.number(), process, world);
        this.pool = parts.pool(member.threads(), new WakeSignal(), this::nudge, process);
        this.balancer = parts.balancer(pool);
        this.stage = parts.stage(pool);
        this.threadPower = member.power() / member.threads();
        this.lastStepNanos = process.nanoTime();
        for (int index = 0; index < member.threads(); index++) {
            threads.add(parts.thread(this, index));
        }
    }

    @Override
    public EngineBalancer balancer() {
        return balancer;
    }

    /** Starts the simulated compute threads. */
    public void start() {
        threads.forEach(SimulatedThread::start);
    }

    /** Returns the total time for which this engine's threads have computed. */
    long busyNanos() {
        long sum = 0;
        for (SimulatedThread thread : threads) {
            sum += thread.busyNanos();
        }
        return sum;
    }

    long loans() {
        return balancer.totals().loansMade();
    }

    long executedTasks() {
        return balancer.totals().executedTasks();
    }

    // --- the control thread -----------------------------------------------------------------------------------------

    @Override
    void stepped() {
        lastStepNanos = process().nanoTime();
    }

    @Override
    void performed() {
        if (stage != null) {
            List<DataOutput.OfDriver> outputs = stage.step(process().nanoTime());
            if (!outputs.isEmpty()) {
                world().data(number(), outputs);
            }
        }
    }

    /** Returns the stage, which fetches the data objects that tasks read; null if tasks read none. */
    @Nullable
    DataStage stage() {
        return stage;
    }

    @Override
    boolean takes(LoanOutput output) {
        if (output instanceof CloseLoan || output instanceof MergeResults || output instanceof EncodeTasks) {
            paperwork.add(output);
            pool.wake();
            if (output instanceof EncodeTasks encode) {
                after(ENCODING_PATIENCE_NANOS, "encoding", () -> encodeAside(encode));
            }
            return true;
        }
        if (output instanceof SetApart apart) {
            after(
                    world().pace().looksNanos(),
                    "set apart",
                    () -> perform(balancer.setApart(
                            apart.account(), new RunningTasks(), process().nanoTime())));
            return true;
        }
        return false;
    }

    /** The view of the tasks that this engine's threads are running, of which the balancer may move some. */
    private final class RunningTasks implements MovableTasks {
        @Override
        public List<PooledTask> of(LoanAccount account) {
            return threads.stream()
                    .map(TaskThread::movable)
                    .filter(Objects::nonNull)
                    .filter(task -> task.account() == account)
                    .toList();
        }

        @Override
        public boolean move(PooledTask task, PooledTask as) {
            for (TaskThread thread : threads) {
                if (thread.movable() == task) {
                    thread.move(as);
                    return true;
                }
            }
            return false;
        }
    }

    private void encodeAside(EncodeTasks encode) {
        if (paperwork.remove(encode)) {
            long costNanos = world().pace().codingNanos(encode.tasks().size());
            after(costNanos, "encoded", () -> answer(encode));
        }
    }

    /** Makes the control thread wake up, which takes some time, because a compute thread has found no task. */
    void nudge() {
        planTick(process().nanoTime() + world().pace().nudgeNanos());
    }

    /** Schedules a step of the balancer, because a thread has executed or put a task. */
    void changed() {
        planTick(lastStepNanos + TICK_NANOS);
    }

    /** Schedules a step of the balancer at this time, unless an earlier one is scheduled. */
    @Override
    void planTick(long wantedNanos) {
        if (wantedNanos == Long.MAX_VALUE) {
            return;
        }
        long atNanos = Math.max(wantedNanos, process().nanoTime());
        if (nextTick != null && nextTick.isPending()) {
            if (nextTickNanos <= atNanos) {
                return;
            }
            nextTick.cancel();
        }
        nextTickNanos = atNanos;
        nextTick = process().at(atNanos, "tick", this::tick);
    }

    /**
     * A signal in simulated time. No thread blocks on it: raising it schedules events that wake the sleeping simulated
     * threads.
     */
    private final class WakeSignal implements Signal {
        @Override
        public boolean await(BooleanSupplier condition, long timeoutNanos) {
            throw new IllegalStateException("simulated threads are stepped, and do not block");
        }

        @Override
        public void raise() {
            threads.forEach(SimulatedThread::wake);
        }
    }

    /** Schedules an action of the engine that belongs to no compute thread. */
    Event after(long delayNanos, String what, Runnable action) {
        return process().at(process().nanoTime() + delayNanos, what, action);
    }

    // --- for compute threads ----------------------------------------------------------------------------------------

    public EnginePool pool() {
        return pool;
    }

    double threadPower() {
        return threadPower;
    }

    @Nullable
    LoanOutput nextPaper() {
        return paperwork.poll();
    }

    /**
     * Passes the outcome of paperwork (closing a loan, encoding or merging), which a compute thread has done, to the
     * balancer.
     */
    void answer(LoanOutput paper) {
        if (paper instanceof CloseLoan closing) {
            ClosedLoan closed = closed(closing);
            hear("closed", () -> perform(balancer.closed(closed, process().nanoTime())));
        } else if (paper instanceof EncodeTasks encode) {
            List<byte[]> encoded =
                    encode.tasks().stream().map(TaskCodes::encode).toList();
            hear(
                    "encoded",
                    () -> perform(balancer.encoded(
                            new EncodedTasks(encode.job(), encoded), process().nanoTime())));
        } else if (paper instanceof MergeResults merge) {
            hear(
                    "merged",
                    () -> perform(balancer.merged(
                            new MergedResults(merge.account().loan()), process().nanoTime())));
        }
    }

    /** Runs an action on the control thread, after the time that a compute thread's message to it takes. */
    void hear(String what, Runnable heard) {
        long nanos = world().pace().answerNanos();
        if (nanos == 0) {
            heard.run();
        } else {
            after(nanos, what, heard);
        }
    }

    private ClosedLoan closed(CloseLoan closing) {
        Tally all = world().newTally();
        for (int thread = 0; thread < pool.threads(); thread++) {
            if (closing.account().partial(thread) instanceof Tally partial && !partial.isEmpty()) {
                all.add(partial.encoded());
            }
        }
        closing.results().forEach(all::add);
        List<byte[]> unfinished =
                closing.unfinished().stream().map(TaskCodes::encode).toList();
        return new ClosedLoan(closing.account().loan(), all.isEmpty() ? null : all.encoded(), unfinished);
    }
}
