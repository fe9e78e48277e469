package org.moide.balance.loan.peer;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.MemberView.Telling;

/** A member's memory of one other, in one incarnation of it. */
public class Peer {
    /** First those with whom something is due first. */
    static final Comparator<Peer> AS_DUE =
            Comparator.comparingLong((Peer peer) -> peer.plannedNanos).thenComparingInt(peer -> peer.member);

    public final int member;
    final long incarnation;
    public final BorrowerSession borrower;
    public final LenderSession lender;
    long plannedNanos = Long.MAX_VALUE; // what was due when Peers last looked; only they change it
    private @Nullable Telling told;
    private long heardNanos;
    private long nextBeatNanos = Long.MIN_VALUE; // 0 may be far ahead
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

    /** Counts its silence from here on: it had nothing to say until now. */
    public void watchFrom(long nowNanos) {
        heardNanos = Math.max(heardNanos, nowNanos);
    }

    /** Notes that this process slept for this time, which was not the peer's silence. */
    public void forgive(long gapNanos, long nowNanos) {
        heardNanos = Math.min(nowNanos, heardNanos + gapNanos);
    }

    /** Marks it as silent: its loans were taken back for that. */
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

    /** Returns whether the peer should be shown a sign of life now; if so, the next is due a period later. */
    public boolean isBeatDue(long periodNanos, long nowNanos) {
        if (nowNanos < nextBeatNanos) {
            return false;
        }
        nextBeatNanos = nowNanos + periodNanos;
        return true;
    }

    /** Returns whether puts number {@code sequence} are new; counts them if so. */
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
