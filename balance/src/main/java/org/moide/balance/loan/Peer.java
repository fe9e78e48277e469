package org.moide.balance.loan;

import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.MemberView.Telling;

/** What a member remembers of one other, in one incarnation of it. */
class Peer {
    final int member;
    final long incarnation;
    final BorrowerSession borrower;
    final LenderSession lender;
    private @Nullable Telling told;
    private long heardNanos;
    private long nextBeatNanos;
    private long puts;
    private boolean silent;

    Peer(int member, long incarnation, BorrowerSession borrower, LenderSession lender, long nowNanos) {
        this.member = member;
        this.incarnation = incarnation;
        this.borrower = borrower;
        this.lender = lender;
        this.heardNanos = nowNanos;
    }

    void heard(long nowNanos) {
        heardNanos = nowNanos;
        silent = false;
    }

    /** It had nothing to say until now: its silence counts from here on. */
    void watchFrom(long nowNanos) {
        heardNanos = Math.max(heardNanos, nowNanos);
    }

    /** We slept for so long: that was not its silence. */
    void forgive(long gapNanos, long nowNanos) {
        heardNanos = Math.min(nowNanos, heardNanos + gapNanos);
    }

    /** Its loans were taken back for its silence. */
    void markSilent() {
        silent = true;
    }

    boolean isSilent() {
        return silent;
    }

    long heardNanos() {
        return heardNanos;
    }

    void told(Telling telling) {
        told = telling;
    }

    @Nullable
    Telling told() {
        return told;
    }

    /** Whether it should be shown a sign of life now; if so, the next is due a period later. */
    boolean isBeatDue(long periodNanos, long nowNanos) {
        if (nowNanos < nextBeatNanos) {
            return false;
        }
        nextBeatNanos = nowNanos + periodNanos;
        return true;
    }

    /** Whether puts number {@code sequence} are new; counts them if so. */
    boolean countPuts(long sequence) {
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
