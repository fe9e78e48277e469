package org.moide.balance.loan.peer;

import java.util.List;
import org.moide.balance.loan.TaskClock;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.strategy.Membership;

/**
 * The load of a member, as its strategy and all others are told: its own threads and those of its assistants, of which
 * nobody else knows. So a member with assistants asks for more, and is given more.
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

    /** The number of threads that have nothing to do and find nothing here. */
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

    /** The time that one thread takes for a task, in the mean over all of them; 0 if it is not known yet. */
    public long meanTaskNanos() {
        if (assistants().isEmpty()) {
            return clock.meanTaskNanos();
        }
        double rate = tasksPerSecond();
        return rate == 0 ? 0 : Math.max(1, (long) (threads() * NANOS_PER_SECOND / rate));
    }

    /** The time that one of this member's own threads takes for a task. */
    public long ownMeanTaskNanos() {
        return clock.meanTaskNanos();
    }

    /**
     * The time for which the queued tasks keep this member's own threads busy, by the recent times of tasks; 0 if that
     * is not known.
     */
    public long queueLastsNanos() {
        return clock.meanTaskNanos() * pool.queued() / Math.max(1, pool.threads());
    }
}
