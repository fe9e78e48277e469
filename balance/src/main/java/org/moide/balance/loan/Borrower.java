package org.moide.balance.loan;

import java.util.List;
import org.moide.balance.loan.LoanOutput.ClosedLoan;
import org.moide.balance.loan.LoanOutput.OfBorrower;
import org.moide.balance.pool.EnginePool;

/**
 * The core of a borrower, one in each engine: it keeps the engine's pool filled ahead of need, notices when a loan is
 * done, and returns it (DESIGN, §7). Stepped: the engine's control thread calls, nothing blocks, what is to be done comes
 * back as a list. Time is given in nanoseconds of a clock that never goes back.
 *
 * <p>{@link #tick} is where ends of loans are noticed: call it when the pool's {@code whenDry} says so and at least every
 * millisecond while there are tasks.
 */
public class Borrower {
    /**
     * A borrower with nothing borrowed.
     *
     * @param self its engine's number
     * @param incarnation tells it from an earlier engine of the same number
     * @param lender the member it borrows from
     */
    public Borrower(int self, long incarnation, int lender, EnginePool pool, BorrowerLimits limits) {
        throw new UnsupportedOperationException();
    }

    /** Does what is due: notices loans that are done, asks for tasks, repeats what was not answered. */
    public List<OfBorrower> tick(long nowNanos) {
        throw new UnsupportedOperationException();
    }

    /** Takes a message from its lender. */
    public List<OfBorrower> receive(LoanMessage.ToBorrower message, long nowNanos) {
        throw new UnsupportedOperationException();
    }

    /** A compute thread has closed a loan as {@link LoanOutput.CloseLoan} asked. */
    public List<OfBorrower> closed(ClosedLoan loan, long nowNanos) {
        throw new UnsupportedOperationException();
    }

    /** Puts tasks, encoded, that no task of a loan created: they go to the lender's pool. */
    public List<OfBorrower> put(List<byte[]> tasks, long nowNanos) {
        throw new UnsupportedOperationException();
    }

    /**
     * Returns all that is not begun and asks for nothing more; {@link LoanOutput.Drained} follows when all is home.
     */
    public List<OfBorrower> drain(long nowNanos) {
        throw new UnsupportedOperationException();
    }

    /** When to call {@link #tick} next, apart from loans that end. */
    public long nextTickNanos() {
        throw new UnsupportedOperationException();
    }
}
