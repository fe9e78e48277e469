package org.moide.balance.loan.member;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.LoanMessage;
import org.moide.balance.loan.LoanMessage.AllWaiting;
import org.moide.balance.loan.LoanMessage.PoolDone;
import org.moide.balance.loan.LoanMessage.PutAccepted;
import org.moide.balance.loan.LoanMessage.PutTasks;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.loan.Repetition;
import org.moide.balance.loan.borrower.BorrowedLoans;
import org.moide.balance.loan.borrower.PutOutbox;
import org.moide.balance.loan.peer.Outputs;
import org.moide.balance.loan.peer.Peer;
import org.moide.balance.loan.peer.Peers;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.strategy.Membership;

/**
 * The engine's side of the rounds of the pool (a round is the time until all tasks put so far are done): it sends tasks
 * put from outside to the root, and reports when all its threads wait.
 */
final class EngineRounds implements PoolRounds {
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

    @Override
    public long round() {
        return roundsEnded + 1;
    }

    @Override
    public boolean isEnded() {
        return ended;
    }

    /** Returns true, because an engine cannot know whether more tasks will come: only the root does. */
    @Override
    public boolean isNothingAwaited() {
        return true;
    }

    @Override
    public void put(List<byte[]> tasks, boolean here) {
        puts.add(tasks, here);
    }

    @Override
    public void putAccepted(PutAccepted accepted) {
        puts.accepted(accepted.sequence());
    }

    /**
     * Ends the rounds before round {@code number}. Tasks of the new round may arrive before the message that ends the
     * current round.
     */
    @Override
    public void hasBegun(long number) {
        if (number > round()) {
            done(new PoolDone(round(), false));
        }
    }

    /** Does nothing: only the root has to know which members are left, since it ends the rounds. */
    @Override
    public void gone(int member) {}

    boolean isEverythingPut() {
        return puts.isEmpty();
    }

    /** Ends the round that the root's message names; a repeat changes nothing. */
    @Override
    public void done(PoolDone done) {
        if (!ended && done.round() == round()) {
            roundsEnded++;
            ended = done.last();
            pool.end();
        }
    }

    @Override
    public void advance(Supplier<LoanTotals> totals, long nowNanos) {
        PutTasks next = puts.next(nowNanos);
        if (next != null) {
            sendToRoot(next, nowNanos);
        }
    }

    @Override
    public void sayIfAllWait(long nowNanos) {
        boolean allWait = !ended
                && borrowed.isEmpty()
                && puts.isEmpty()
                && pool.isEmpty()
                && pool.waitingThreads() == pool.threads();
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

    @Override
    public long dueNanos() {
        return said == null ? puts.dueNanos() : Math.min(puts.dueNanos(), saying.dueNanos());
    }

    private void sendToRoot(LoanMessage message, long nowNanos) {
        Peer peer = peers.find(Membership.ROOT, nowNanos);
        if (peer != null) {
            outputs.send(peer, message);
        }
    }
}
