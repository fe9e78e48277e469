package org.moide.balance.loan;

import java.io.Serializable;

/**
 * A task that was running on a member when the member's process died, described so that its lender recognises it.
 *
 * @param lender the member that lent the task. If another task put it, the member that lent that other task. {@link
 *     #NOBODY} for a task of a worker, which is no part of a loan
 * @param loan the number that the lender gave to the loan
 * @param place the index in the loan of the task that was lent; {@link org.moide.balance.pool.PooledTask#NO_PLACE} if
 *     unknown
 * @param name the task's own name, shortened
 */
public record BegunTask(int lender, long loan, int place, String name) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The value of {@code lender} for a worker's task, which is sent and not lent. */
    public static final int NOBODY = Integer.MIN_VALUE;

    public BegunTask {
        if (loan < 0 || place < 0) {
            throw new IllegalArgumentException(
                    "expected a loan and a place from 0 on, found " + loan + " and " + place);
        }
    }
}
