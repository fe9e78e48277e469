package org.moide.balance.loan.lender;

import java.util.List;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.peer.Peer;
import org.moide.balance.loan.peer.Peers;

/** A lender's watch over its borrowers: a borrower silent for too long loses its loans. */
public final class BorrowerWatch {
    private final LentLoans lent;
    private final Peers peers;
    private final Lender lender;
    private final BalancerLimits limits;
    private long lastNanos = Long.MIN_VALUE;
    private long nextLookNanos = Long.MIN_VALUE; // no borrower can be silent for too long before

    public BorrowerWatch(LentLoans lent, Peers peers, Lender lender, BalancerLimits limits) {
        this.lent = lent;
        this.peers = peers;
        this.lender = lender;
        this.limits = limits;
    }

    /**
     * Checks whether this member itself was suspended. If so, that time does not count as silence of any borrower.
     * Called first in each step.
     */
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
        // A new borrower has been heard from by the next look.
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

    /** Takes back a silent borrower's loans, and marks the borrower as silent until a message of it arrives. */
    public void lost(Peer peer) {
        lender.lost(peer);
        peer.markSilent();
        peers.touch(peer);
    }

    /** Returns the time by which {@link #advance} must be called again. */
    public long dueNanos() {
        boolean watching = limits.silenceNanos() != Long.MAX_VALUE && !lent.areAllHome();
        return watching ? lastNanos + Math.min(limits.latenessNanos(), limits.silenceNanos()) / 2 : Long.MAX_VALUE;
    }

    public long lastNanos() {
        return lastNanos;
    }
}
