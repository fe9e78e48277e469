package org.moide.balance.loan;

import java.io.Serializable;
import java.util.List;

/**
 * One of the loans in a grant, the message that lends tasks.
 *
 * @param loan the number that the lender gave to the loan
 * @param packed the loan's encoded tasks
 */
public record Bundle(long loan, PackedTasks packed) implements Serializable {
    private static final long serialVersionUID = 1L;

    public Bundle {
        if (loan < 1 || packed.count() < 1) {
            throw new IllegalArgumentException(
                    "expected a loan's number and tasks from 1 on, found " + loan + " and " + packed.count());
        }
    }

    public static Bundle of(long loan, List<byte[]> tasks) {
        return new Bundle(loan, PackedTasks.of(tasks));
    }

    /** Returns the encoded tasks; each call makes new arrays. */
    public List<byte[]> tasks() {
        return packed.unpacked();
    }

    public int count() {
        return packed.count();
    }
}
