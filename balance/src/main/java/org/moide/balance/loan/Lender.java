package org.moide.balance.loan;

import java.util.List;
import org.moide.balance.loan.LoanOutput.OfLender;
import org.moide.balance.strategy.Strategy;

/**
 * The core of a lender: it holds tasks that were not begun, lends them, and keeps each bundle until it is returned with
 * the result of its tasks and of all that they created (DESIGN, §7). Stepped: one thread calls, nothing blocks, what is to
 * be done comes back as a list. Time is given in nanoseconds of a clock that never goes back.
 */
public class Lender {
    /** When a pool that is empty, with all loans home, is finished. */
    public enum Ending {
        /** Once {@link #complete} was called: a bag of tasks, filled by one {@code createTasks}. One round. */
        WHEN_COMPLETE,
        /** Whenever all members wait and none has put anything: SPMD threads that put tasks at any time. Many rounds. */
        WHEN_ALL_WAIT
    }

    public Lender(Strategy strategy, Ending ending, LenderLimits limits) {
        throw new UnsupportedOperationException();
    }

    // --- members --------------------------------------------------------------------------------------------------

    /**
     * A member may borrow from now on. If it was known under an older incarnation, that one's loans are taken back.
     *
     * @param power its computing power; only ratios between members count
     */
    public List<OfLender> memberJoined(int member, long incarnation, double power, int threads, long nowNanos) {
        throw new UnsupportedOperationException();
    }

    /**
     * A member died or has been silent too long: its loans are taken back and will be lent under new numbers. It may come
     * back and ask again; what it returns under old numbers is dropped.
     */
    public List<OfLender> borrowerLost(int member, long nowNanos) {
        throw new UnsupportedOperationException();
    }

    /** A member is gone for good: {@link #borrowerLost}, and it is forgotten. */
    public List<OfLender> memberLeft(int member, long nowNanos) {
        throw new UnsupportedOperationException();
    }

    // --- tasks ----------------------------------------------------------------------------------------------------

    /** Puts tasks, encoded, that no task created. */
    public List<OfLender> put(List<byte[]> tasks, long nowNanos) {
        throw new UnsupportedOperationException();
    }

    /** There will be no more {@link #put}. */
    public List<OfLender> complete(long nowNanos) {
        throw new UnsupportedOperationException();
    }

    // --- steps ----------------------------------------------------------------------------------------------------

    /** Takes a message. */
    public List<OfLender> receive(LoanMessage.ToLender message, long nowNanos) {
        throw new UnsupportedOperationException();
    }

    /** Does what is due. Call at {@link #nextTickNanos}, or more often. */
    public List<OfLender> tick(long nowNanos) {
        throw new UnsupportedOperationException();
    }

    /** When to call {@link #tick} next; {@link Long#MAX_VALUE} if only a message can bring something. */
    public long nextTickNanos() {
        throw new UnsupportedOperationException();
    }

    /** The totals so far. */
    public LoanTotals totals() {
        throw new UnsupportedOperationException();
    }
}
