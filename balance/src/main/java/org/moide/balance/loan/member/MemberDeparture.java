package org.moide.balance.loan.member;

import org.moide.balance.loan.LoanOutput.Drained;
import org.moide.balance.loan.borrower.BorrowedLoans;
import org.moide.balance.loan.lender.Lender;
import org.moide.balance.loan.peer.Outputs;
import org.moide.balance.loan.peer.Peer;
import org.moide.balance.loan.peer.Peers;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.strategy.Membership;

/**
 * A member leaves politely: what it holds goes home, those that ask it are refused, and then it says that all is home.
 */
final class MemberDeparture {
    private final EnginePool pool;
    private final BorrowedLoans borrowed;
    private final Peers peers;
    private final Lender lender;
    private final EngineRounds rounds;
    private final Outputs outputs;
    private boolean said;

    MemberDeparture(
            EnginePool pool, BorrowedLoans borrowed, Peers peers, Lender lender, EngineRounds rounds, Outputs outputs) {
        this.pool = pool;
        this.borrowed = borrowed;
        this.peers = peers;
        this.lender = lender;
        this.rounds = rounds;
        this.outputs = outputs;
    }

    /** Begins to leave: from here on nothing is asked for. Each call is answered once more when all is home. */
    void begin(long meanTaskNanos, long nowNanos) {
        said = false;
        borrowed.drain(meanTaskNanos, nowNanos);
        for (Peer peer : peers.all()) {
            peer.lender.forget();
        }
    }

    /** The membership has changed: this member may be among those on their way out. */
    void membersChanged(long meanTaskNanos, long nowNanos) {
        if (isByMembership() && !borrowed.isDraining()) {
            begin(meanTaskNanos, nowNanos);
        }
    }

    private boolean isByMembership() {
        Membership members = peers.members();
        return members.isLeaving(outputs.self()) && outputs.isSelf(members.incarnationOf(outputs.self()));
    }

    /** Goes on with leaving, after everything else of a step. */
    void advance() {
        if (!borrowed.isDraining()) {
            return;
        }
        lender.refuseAll();
        if (!said && borrowed.isEmpty() && rounds.isEverythingPut()) {
            said = true;
            if (isByMembership() && !rounds.isEnded() && pool.leftThreads() < pool.threads()) {
                pool.end();
            }
            outputs.add(new Drained());
        }
    }
}
