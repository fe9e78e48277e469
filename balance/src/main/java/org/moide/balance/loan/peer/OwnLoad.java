package org.moide.balance.loan.peer;

import java.util.List;
import org.moide.balance.loan.TaskClock;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.strategy.Membership;

/**
 * A member's load as its strategy and other members see it. It includes the threads of its assistants, engines that
 * compute for it only. Other members do not know the assistants, so this member asks for tasks for them too.
 */
public final class OwnLoad {
    private static final double NANOS_PER_SECOND = 1e9;

    private final int self;
    private final EnginePool pool;
    private final TaskClock clock;
    private final Peers peers;

    public OwnLoad(int self, EnginePool pool, TaskClock clock, Peers peers) {
        this.self = self;
        this.pool = pool;
        this.clock = clock;
        this.peers = peers;
    }

    private List<Membership.Member> assistants() {
        Membership members = peers.members();
        boolean others = self == Membership.ROOT || members.isAssistant(self);
        return others ? List.of() : members.assistants();
    }

    public int threads() {
        int threads = pool.threads();
        for (Membership.Member assistant : assistants()) {
            threads += assistant.threads();
        }
        return threads;
    }

    /** Returns the number of threads that have no task and find none in the pool, those of assistants included. */
    public int idleThreads() {
        if (!pool.isEmpty() || pool.isHeld()) {
            return 0;
        }
        int idle = pool.waitingThreads();
        for (Membership.Member assistant : assistants()) {
            Peer peer = peers.known(assistant.number());
            idle += peer == null ? 0 : peer.borrower.idleThreads();
        }
        return idle;
    }

    public double tasksPerSecond() {
        double rate = clock.tasksPerSecond();
        for (Membership.Member assistant : assistants()) {
            Peer peer = peers.known(assistant.number());
            long meanNanos = peer == null ? 0 : peer.borrower.meanTaskNanos();
            rate += meanNanos == 0 ? 0 : assistant.threads() * NANOS_PER_SECOND / meanNanos;
        }
        return rate;
    }

    /** Returns the mean time of a task, over all threads and assistants; 0 if unknown. */
    public long meanTaskNanos() {
        if (assistants().isEmpty()) {
            return clock.meanTaskNanos();
        }
        double rate = tasksPerSecond();
        return rate == 0 ? 0 : Math.max(1, (long) (threads() * NANOS_PER_SECOND / rate));
    }

    /** Returns the mean time of a task on this member's own threads; 0 if unknown. */
    public long ownMeanTaskNanos() {
        return clock.meanTaskNanos();
    }

    /** Returns for how long the queued tasks keep this member's own threads busy; 0 if unknown. */
    public long queueLastsNanos() {
        return clock.meanTaskNanos() * pool.queued() / Math.max(1, pool.threads());
    }
}
