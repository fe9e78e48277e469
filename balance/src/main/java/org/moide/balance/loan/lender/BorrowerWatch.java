package org.moide.balance.loan.lender;

import java.util.List;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.peer.Peer;
import org.moide.balance.loan.peer.Peers;

/** A lender's eye on its borrowers: one that is silent for too long loses its loans. */
public final class BorrowerWatch {
    private final LentLoans lent;
    private final Peers peers;
    private final Lender lender;
    private final BalancerLimits limits;
    private long lastNanos = Long.MIN_VALUE;
    private long nextLookNanos = Long.MIN_VALUE; // before, nobody can have been silent for too long

    public BorrowerWatch(LentLoans lent, Peers peers, Lender lender, BalancerLimits limits) {
        this.lent = lent;
        this.peers = peers;
        this.lender = lender;
        this.limits = limits;
    }

    /** Called first in each step: a member that slept heard nobody, and that was not the others' silence. */
    public void wake(long nowNanos) {
        long gap = lastNanos == Long.MIN_VALUE ? 0 : nowNanos - lastNanos;
        lastNanos = nowNanos;
        if (gap > limits.latenessNanos()) {
            for (int borrower : lent.borrowers()) {
                Peer peer = peers.known(borrower);
                if (peer != null) {
                    peer.forgive(gap, nowNanos);
                }
            }
        }
    }

    public void advance(long nowNanos) {
        if (limits.silenceNanos() == Long.MAX_VALUE || lent.areAllHome() || nowNanos < nextLookNanos) {
            return;
        }
        // Who borrows from now on has been heard of by then.
        long heardNanos = nowNanos;
        for (int borrower : List.copyOf(lent.borrowers())) {
            Peer peer = peers.known(borrower);
            if (peer != null && nowNanos - peer.heardNanos() > limits.silenceNanos()) {
                lost(peer);
            } else if (peer != null) {
                heardNanos = Math.min(heardNanos, peer.heardNanos());
            }
        }
        nextLookNanos = heardNanos + limits.silenceNanos();
    }

    /** Marks a borrower whose loans are taken back, until it is heard of again. */
    public void lost(Peer peer) {
        lender.lost(peer);
        peer.markSilent();
        peers.touch(peer);
    }

    /** The time at which to look again. */
    public long dueNanos() {
        boolean watching = limits.silenceNanos() != Long.MAX_VALUE && !lent.areAllHome();
        return watching ? lastNanos + Math.min(limits.latenessNanos(), limits.silenceNanos()) / 2 : Long.MAX_VALUE;
    }

    /** The time of the latest step. */
    public long lastNanos() {
        return lastNanos;
    }
}
