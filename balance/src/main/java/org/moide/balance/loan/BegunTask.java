package org.moide.balance.loan;

import java.io.Serializable;

/**
 * A task that a member had begun and not ended when its process died, as its lender knows it.
 *
 * @param lender the member that lent it, or what put it; {@link #NOBODY} if it is a worker's
 * @param loan the loan's number there
 * @param place which of that loan's tasks it is, or by which of them it was put; {@link
 *     org.moide.balance.pool.PooledTask#NO_PLACE} if it may be any of them
 * @param name what the task calls itself, shortened
 */
public record BegunTask(int lender, long loan, int place, String name) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Tasks of workers are sent, not lent. */
    public static final int NOBODY = Integer.MIN_VALUE;

    public BegunTask {
        if (loan < 0 || place < 0) {
            throw new IllegalArgumentException(
                    "expected a loan and a place from 0 on, found " + loan + " and " + place);
        }
    }
}
