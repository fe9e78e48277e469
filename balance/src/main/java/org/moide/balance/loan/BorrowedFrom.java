package org.moide.balance.loan;

import java.io.Serializable;

/**
 * The sum of a member's open loans from one lender, for display.
 *
 * @param lender {@link org.moide.balance.strategy.Membership#ROOT} for the run's pool
 * @param loans the number of loans
 * @param tasks the tasks of these loans: those lent, and those that they have put
 * @param executed how many of {@code tasks} are done, at this member or at one they were lent on to
 */
public record BorrowedFrom(int lender, int loans, long tasks, long executed) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Returns one entry with the sums of two entries of the same lender. */
    public BorrowedFrom plus(BorrowedFrom other) {
        return new BorrowedFrom(lender, loans + other.loans, tasks + other.tasks, executed + other.executed);
    }
}
