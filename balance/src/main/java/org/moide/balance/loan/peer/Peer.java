package org.moide.balance.loan.peer;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.MemberView.Telling;

/**
 * Everything that a member remembers about one other member (one incarnation of it): requests, grants, load and
 * silence.
 */
public class Peer {
    /** The order of peers by the time at which this member next has something to do for them. */
    static final Comparator<Peer> AS_DUE =
            Comparator.comparingLong((Peer peer) -> peer.plannedNanos).thenComparingInt(peer -> peer.member);

    public final int member;
    final long incarnation;
    public final BorrowerSession borrower;
    public final LenderSession lender;
    long plannedNanos = Long.MAX_VALUE; // due time as Peers last saw it; only Peers changes it
    private @Nullable Telling told;
    private long heardNanos;
    private long nextBeatNanos = Long.MIN_VALUE; // not 0, since nanosecond clocks may start below 0
    private long puts;
    private boolean silent;

    Peer(int member, long incarnation, BorrowerSession borrower, LenderSession lender, long nowNanos) {
        this.member = member;
        this.incarnation = incarnation;
        this.borrower = borrower;
        this.lender = lender;
        this.heardNanos = nowNanos;
    }

    public void heard(long nowNanos) {
        heardNanos = nowNanos;
        silent = false;
    }

    /** Counts the peer's silence from now on. Before, the peer had no reason to send. */
    public void watchFrom(long nowNanos) {
        heardNanos = Math.max(heardNanos, nowNanos);
    }

    /** Subtracts a time for which this process was suspended from the peer's silence. */
    public void forgive(long gapNanos, long nowNanos) {
        heardNanos = Math.min(nowNanos, heardNanos + gapNanos);
    }

    /** Marks the peer as silent, after its loans were taken back. */
    public void markSilent() {
        silent = true;
    }

    public boolean isSilent() {
        return silent;
    }

    public long heardNanos() {
        return heardNanos;
    }

    public void told(Telling telling) {
        told = telling;
    }

    @Nullable
    public Telling told() {
        return told;
    }

    /** Returns whether a heartbeat must be sent to the peer now; if so, the next one is due a period later. */
    public boolean isBeatDue(long periodNanos, long nowNanos) {
        if (nowNanos < nextBeatNanos) {
            return false;
        }
        nextBeatNanos = nowNanos + periodNanos;
        return true;
    }

    /**
     * Returns whether a message with tasks put from outside is new and not a repeat, and remembers its number {@code
     * sequence}.
     */
    public boolean countPuts(long sequence) {
        if (sequence <= puts) {
            return false;
        }
        puts = sequence;
        return true;
    }

    long dueNanos() {
        return Math.min(borrower.dueNanos(), lender.dueNanos());
    }
}
