package org.moide.balance.loan.member;

import java.util.List;
import java.util.function.Supplier;
import org.moide.balance.loan.LoanMessage;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.loan.peer.Peer;

/** A member's part in the rounds of the pool: the root ends them, an engine is told. */
interface PoolRounds {
    /** The round that this member is in, from 1. */
    long round();

    /** Returns whether this member knows that there will be no other round. */
    boolean isEnded();

    /** Returns whether more tasks will come from outside only by {@link #put}, and none are awaited. */
    boolean isNothingAwaited();

    /** The number of tasks that lie here and are not in the pool yet: at the root. */
    default long backlog() {
        return 0;
    }

    /** Tasks that no task of a loan created. */
    void put(List<byte[]> tasks);

    /** An engine says that all its threads wait: for the root. */
    default void waiting(Peer peer, LoanMessage.AllWaiting waiting) {}

    /** An engine puts tasks from outside: for the root. */
    default void put(Peer peer, LoanMessage.PutTasks tasks) {}

    /** The root has tasks that an engine has put. */
    default void putAccepted(LoanMessage.PutAccepted accepted) {}

    /** The root has ended a round: for engines. */
    default void done(LoanMessage.PoolDone done) {}

    /** Tasks of this round have come. */
    void hasBegun(long number);

    /** A member is gone. */
    void gone(int member);

    /** Performs what is due, before the strategy decides. */
    void advance(Supplier<LoanTotals> totals, long nowNanos);

    /** Says if all threads wait, after everything else of a step. */
    void sayIfAllWait(long nowNanos);

    /** The time at which there is something to do again. */
    long dueNanos();
}
