package org.moide.balance.loan;

import java.io.Serializable;

/**
 * A member's loans from one lender that are not returned yet.
 *
 * @param lender whose it is; {@link org.moide.balance.strategy.Membership#ROOT} for the pool of the run
 * @param loans how many
 * @param tasks of these loans: those that were lent, and those that they have put since
 * @param executed how many of them are done, here or where they were lent on
 */
public record BorrowedFrom(int lender, int loans, long tasks, long executed) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Adds both together, of one lender. */
    public BorrowedFrom plus(BorrowedFrom other) {
        return new BorrowedFrom(lender, loans + other.loans, tasks + other.tasks, executed + other.executed);
    }
}
