package org.moide.balance.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.EngineBalancer;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.loan.LoanOutput.CloseLoan;
import org.moide.balance.loan.LoanOutput.ClosedLoan;
import org.moide.balance.loan.LoanOutput.EncodeTasks;
import org.moide.balance.loan.LoanOutput.EncodedTasks;
import org.moide.balance.loan.LoanOutput.MergeResults;
import org.moide.balance.loan.LoanOutput.MergedResults;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategy;
import org.moide.commlib.sim.Event;
import org.moide.commlib.sim.EventQueue;

/**
 * One member with the real balancer and the real pool, whose compute threads take virtual time. It is stepped when
 * something has happened to it: as the engine, at most once a millisecond while threads compute.
 */
final class SimulatedEngine {
    /** As the engine's own: the ends of loans are noticed this often while there are tasks. */
    private static final long TICK_NANOS = 1_000_000;

    /** What the control thread takes to wake when a compute thread has nothing to do. */
    private static final long NUDGE_NANOS = 10_000;

    /** As the engine's own: a thread of its own encodes when all others are in tasks for longer. */
    private static final long ENCODING_PATIENCE_NANOS = 2_000_000;

    /** What Java serialization takes for a small task. */
    static final long CODING_NANOS = 2_000;

    private final EventQueue queue;
    private final Outside outside;
    private final SimulatedNetwork.Port port;
    private final EnginePool pool;
    private final EngineBalancer balancer;
    private final List<SimulatedThread> threads = new ArrayList<>();
    private final ArrayDeque<LoanOutput> paperwork = new ArrayDeque<>();
    private @Nullable Event nextTick;
    private long nextTickNanos;
    private long lastStepNanos;

    SimulatedEngine(
            Membership.Member member,
            EventQueue queue,
            Workload workload,
            Strategy strategy,
            BalancerLimits limits,
            BusyTimeline timeline,
            Outside outside) {
        this.queue = queue;
        this.outside = outside;
        this.pool = new EnginePool(member.threads(), new WakeSignal(this::wakeThreads), this::nudge, queue);
        this.balancer = EngineBalancer.of(member.number(), member.incarnation(), pool, strategy, limits);
        this.port = new SimulatedNetwork.Port(letter -> perform(balancer.receive(letter, queue.nanoTime())));
        double threadPower = member.power() / member.threads();
        for (int index = 0; index < member.threads(); index++) {
            threads.add(new SimulatedThread(index, threadPower, queue, workload, pool, timeline, this));
        }
    }

    void start(Membership members) {
        perform(balancer.members(members, queue.nanoTime()));
        threads.forEach(SimulatedThread::start);
    }

    SimulatedNetwork.Port port() {
        return port;
    }

    /** What its threads computed, summed. */
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

    private void perform(List<LoanOutput> outputs) {
        lastStepNanos = queue.nanoTime();
        for (LoanOutput output : outputs) {
            if (output instanceof LoanOutput.Send send) {
                outside.send(port, send);
            } else if (output instanceof CloseLoan || output instanceof MergeResults) {
                paperwork.add(output);
                pool.wake();
            } else if (output instanceof EncodeTasks encode) {
                paperwork.add(output);
                pool.wake();
                queue.after(ENCODING_PATIENCE_NANOS, "encoding", () -> encodeAside(encode));
            } else if (output instanceof LoanOutput.RunFailed failed) {
                throw new SimulatedRunFailedException(failed.why());
            }
        }
        planTick(balancer.nextTickNanos());
    }

    private void encodeAside(EncodeTasks encode) {
        if (paperwork.remove(encode)) {
            long costNanos = encode.tasks().size() * CODING_NANOS;
            queue.after(costNanos, "encoded", () -> answer(encode));
        }
    }

    /** A thread found nothing: the control thread wakes. */
    void nudge() {
        planTick(queue.nanoTime() + NUDGE_NANOS);
    }

    /** A thread has run or put a task: there is something to see at the next tick. */
    void changed() {
        planTick(lastStepNanos + TICK_NANOS);
    }

    /** An earlier tick stays planned. */
    private void planTick(long wantedNanos) {
        if (wantedNanos == Long.MAX_VALUE) {
            return;
        }
        long atNanos = Math.max(wantedNanos, queue.nanoTime());
        if (nextTick != null && nextTick.isPending()) {
            if (nextTickNanos <= atNanos) {
                return;
            }
            nextTick.cancel();
        }
        nextTickNanos = atNanos;
        nextTick = queue.at(atNanos, "tick", () -> perform(balancer.tick(queue.nanoTime())));
    }

    private void wakeThreads() {
        threads.forEach(SimulatedThread::wake);
    }

    // --- for compute threads ----------------------------------------------------------------------------------------

    @Nullable
    LoanOutput nextPaper() {
        return paperwork.poll();
    }

    /** A compute thread has done its paper. */
    void answer(LoanOutput paper) {
        long now = queue.nanoTime();
        if (paper instanceof CloseLoan closing) {
            perform(balancer.closed(closed(closing), now));
        } else if (paper instanceof EncodeTasks encode) {
            List<byte[]> encoded =
                    encode.tasks().stream().map(TaskCodes::encode).toList();
            perform(balancer.encoded(new EncodedTasks(encode.job(), encoded), now));
        } else if (paper instanceof MergeResults merge) {
            perform(balancer.merged(new MergedResults(merge.account().loan()), now));
        }
    }

    private ClosedLoan closed(CloseLoan closing) {
        TaskCodes.Tally all = new TaskCodes.Tally();
        for (int thread = 0; thread < pool.threads(); thread++) {
            if (closing.account().partial(thread) instanceof TaskCodes.Tally partial) {
                all.add(partial);
            }
        }
        closing.results().forEach(all::add);
        List<byte[]> unfinished =
                closing.unfinished().stream().map(TaskCodes::encode).toList();
        return new ClosedLoan(closing.account().loan(), all.isEmpty() ? null : all.encoded(), unfinished);
    }
}
