package org.moide.balance.loan;

import java.util.List;

/** A lender's eye on those who hold its loans: who is silent for too long loses them. */
final class BorrowerWatch {
    private final LentLoans lent;
    private final Peers peers;
    private final Lending lending;
    private final BalancerLimits limits;
    private long lastNanos = Long.MIN_VALUE;

    BorrowerWatch(LentLoans lent, Peers peers, Lending lending, BalancerLimits limits) {
        this.lent = lent;
        this.peers = peers;
        this.lending = lending;
        this.limits = limits;
    }

    /** Before anything else of a step: who slept heard nobody, and that is not the others' silence. */
    void wake(long nowNanos) {
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

    void advance(long nowNanos) {
        if (limits.silenceNanos() == Long.MAX_VALUE || lent.areAllHome()) {
            return;
        }
        for (int borrower : List.copyOf(lent.borrowers())) {
            Peer peer = peers.known(borrower);
            if (peer != null && nowNanos - peer.heardNanos() > limits.silenceNanos()) {
                lost(peer);
            }
        }
    }

    /** Its loans are taken back, until it is heard of again. */
    void lost(Peer peer) {
        lending.lost(peer);
        peer.markSilent();
        peers.touch(peer);
    }

    /** When to look again. */
    long dueNanos() {
        boolean watching = limits.silenceNanos() != Long.MAX_VALUE && !lent.areAllHome();
        return watching ? lastNanos + Math.min(limits.latenessNanos(), limits.silenceNanos()) / 2 : Long.MAX_VALUE;
    }

    /** The time of the latest step. */
    long lastNanos() {
        return lastNanos;
    }
}
