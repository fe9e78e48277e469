package org.moide.balance.loan;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.LoanMessage.AllWaiting;
import org.moide.balance.loan.LoanMessage.PoolDone;
import org.moide.balance.loan.LoanMessage.PutAccepted;
import org.moide.balance.loan.LoanMessage.PutTasks;
import org.moide.balance.loan.LoanOutput.PoolEnded;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.strategy.Membership;

/** What an engine has to do with the root as such: it puts tasks from outside, and says when all its threads wait. */
final class EngineRounds {
    private final EnginePool pool;
    private final BorrowedLoans borrowed;
    private final Peers peers;
    private final Outputs outputs;
    private final PutOutbox puts;
    private final Repetition saying;
    private @Nullable AllWaiting said;
    private long roundsEnded;
    private boolean ended;

    EngineRounds(EnginePool pool, BorrowedLoans borrowed, Peers peers, Outputs outputs, BalancerLimits limits) {
        this.pool = pool;
        this.borrowed = borrowed;
        this.peers = peers;
        this.outputs = outputs;
        this.puts = new PutOutbox(limits);
        this.saying = new Repetition(limits);
    }

    /** The round that this engine is in, from 1. */
    long round() {
        return roundsEnded + 1;
    }

    /** Whether there will be no other round. */
    boolean isEnded() {
        return ended;
    }

    void put(List<byte[]> tasks) {
        puts.add(tasks);
    }

    void onPutAccepted(PutAccepted accepted) {
        puts.accepted(accepted.sequence());
    }

    boolean isEverythingPut() {
        return puts.isEmpty();
    }

    /** The round is over; a repeat changes nothing. */
    void onPoolDone(PoolDone done) {
        if (!ended && done.round() == round()) {
            roundsEnded++;
            ended = done.last();
            pool.end();
            outputs.add(new PoolEnded(roundsEnded));
        }
    }

    void advance(long nowNanos) {
        PutTasks next = puts.next(nowNanos);
        if (next != null) {
            sendToRoot(next, nowNanos);
        }
    }

    /** After everything else of a step: whether all threads wait. */
    void sayIfAllWait(long nowNanos) {
        boolean allWait = !ended
                && pool.isEmpty()
                && pool.waitingThreads() == pool.threads()
                && borrowed.isEmpty()
                && puts.isEmpty();
        if (!allWait) {
            said = null;
            return;
        }
        AllWaiting now = new AllWaiting(round(), pool.leftThreads() == pool.threads());
        boolean news = !now.equals(said);
        said = now;
        if (news) {
            saying.start(nowNanos);
        }
        if (news || saying.isDue(nowNanos)) {
            sendToRoot(now, nowNanos);
        }
    }

    long dueNanos() {
        return said == null ? puts.dueNanos() : Math.min(puts.dueNanos(), saying.dueNanos());
    }

    private void sendToRoot(LoanMessage message, long nowNanos) {
        Peer peer = peers.find(Membership.ROOT, nowNanos);
        if (peer != null) {
            outputs.send(peer, message);
        }
    }
}
