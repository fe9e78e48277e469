package org.moide.balance.loan.member;

import java.util.List;
import java.util.function.Supplier;
import org.moide.balance.loan.LoanMessage;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.loan.lender.Lender;
import org.moide.balance.loan.peer.Peer;

/**
 * A member's side of the rounds of the pool; a round is the time until all tasks put so far are done. The root decides
 * that a round is over and tells the engines.
 */
interface PoolRounds {
    /**
     * Returns the number of this member's current round, the time until all tasks put so far are done; counts from 1.
     */
    long round();

    /** Returns whether this member knows that its current round was the last. */
    boolean isEnded();

    /**
     * Returns whether this member expects no further tasks from outside. Only strategies call this; the root remembers
     * that one has asked.
     */
    boolean isNothingAwaited();

    /**
     * Returns whether a running task may be lent a second time, if no other is left. It may at the root of a bag whose
     * tasks have all arrived. It may not in a pool of several rounds: its threads keep what their tasks have done, so
     * that a second copy would count too, and a round may end while one still runs.
     */
    default boolean mayRunTwice() {
        return false;
    }

    /** Returns the number of the root's tasks that are not in the pool yet; 0 in an engine. */
    default long backlog() {
        return 0;
    }

    /** Takes tasks that the application put from outside a task, for any member. */
    default void put(List<byte[]> tasks) {
        put(tasks, false);
    }

    /**
     * Takes tasks that the application put from outside a task.
     *
     * @param here whether they are meant for this member
     */
    void put(List<byte[]> tasks, boolean here);

    /** Takes, at the root, an engine's report that all its threads wait. */
    default void waiting(Peer peer, LoanMessage.AllWaiting waiting) {}

    /** Takes, at the root, tasks that threads of an engine have put while they ran no task. */
    default void put(Peer peer, LoanMessage.PutTasks tasks, Lender lender) {}

    /** Takes, at an engine, the root's acknowledgement of tasks that this engine has put. */
    default void putAccepted(LoanMessage.PutAccepted accepted) {}

    /** Takes, at an engine, the root's message that a round is over. */
    default void done(LoanMessage.PoolDone done) {}

    /** Records that tasks of round {@code number} have arrived. */
    void hasBegun(long number);

    /** Removes a member that has left or died. */
    void gone(int member);

    /** Does the work that is due in a step, before the strategy is called. */
    void advance(Supplier<LoanTotals> totals, long nowNanos);

    /** Tells the root if all threads of the engine wait for the end of the round. Called last in each step. */
    void sayIfAllWait(long nowNanos);

    /**
     * Returns the time at which {@link #advance} has work next; {@link Long#MAX_VALUE} if there is none before a
     * message arrives.
     */
    long dueNanos();
}
