package org.moide.balance.loan.member;

import java.util.List;
import java.util.function.Supplier;
import org.moide.balance.loan.LoanMessage;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.loan.peer.Peer;

/** A member's part in the rounds of the pool. The root ends rounds; engines are told. */
interface PoolRounds {
    /** Returns the number of this member's current round, from 1. */
    long round();

    /** Returns whether this member knows that no other round follows. */
    boolean isEnded();

    /**
     * Returns whether this member waits for no further tasks from outside. For strategies only: the root notes that one
     * has asked.
     */
    boolean isNothingAwaited();

    /** Returns whether, at the root, all tasks from outside are here, as far as it knows; false at an engine. */
    default boolean isAllPut() {
        return false;
    }

    /** Returns the number of the root's tasks that are not in the pool yet; 0 in an engine. */
    default long backlog() {
        return 0;
    }

    /** Takes tasks put from outside a task. */
    void put(List<byte[]> tasks);

    /** Takes, at the root, an engine's report that all its threads wait. */
    default void waiting(Peer peer, LoanMessage.AllWaiting waiting) {}

    /** Takes, at the root, tasks that an engine put from outside a task. */
    default void put(Peer peer, LoanMessage.PutTasks tasks) {}

    /** Takes, at an engine, the root's acknowledgement of tasks put from outside a task. */
    default void putAccepted(LoanMessage.PutAccepted accepted) {}

    /** Takes, at an engine, the end of a round. */
    default void done(LoanMessage.PoolDone done) {}

    /** Notes that tasks of this round have arrived. */
    void hasBegun(long number);

    /** Removes a member that has left or died. */
    void gone(int member);

    /** Does the work that is due in a step, before the strategy is called. */
    void advance(Supplier<LoanTotals> totals, long nowNanos);

    /** Reports if all threads of the engine wait. Called last in each step. */
    void sayIfAllWait(long nowNanos);

    /** Returns when there is work next; {@link Long#MAX_VALUE} if there is none before a message arrives. */
    long dueNanos();
}
