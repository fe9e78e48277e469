package org.moide.balance.loan.member;

import org.moide.balance.loan.LoanOutput.Drained;
import org.moide.balance.loan.borrower.BorrowedLoans;
import org.moide.balance.loan.lender.Lender;
import org.moide.balance.loan.peer.Outputs;
import org.moide.balance.loan.peer.Peer;
import org.moide.balance.loan.peer.Peers;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.strategy.Membership;

/** A member's orderly departure: it returns its loans, refuses requests, and finally reports that no loan is open. */
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

    /**
     * Begins to leave: from now on the member asks for no tasks. For each call, {@code LoanOutput.Drained} is given
     * once more.
     */
    void begin(long meanTaskNanos, long nowNanos) {
        said = false;
        borrowed.drain(meanTaskNanos, nowNanos);
        for (Peer peer : peers.all()) {
            peer.lender.forget();
        }
    }

    /** Begins to leave if the new membership marks this member as leaving. */
    void membersChanged(long meanTaskNanos, long nowNanos) {
        if (isByMembership() && !borrowed.isDraining()) {
            begin(meanTaskNanos, nowNanos);
        }
    }

    private boolean isByMembership() {
        Membership members = peers.members();
        return members.isLeaving(outputs.self()) && outputs.isSelf(members.incarnationOf(outputs.self()));
    }

    /**
     * Refuses the requests of others while this member leaves, and reports when no loan is open. Called last in each
     * step.
     */
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
