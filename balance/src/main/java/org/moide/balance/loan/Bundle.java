package org.moide.balance.loan;

import java.io.Serializable;
import java.util.List;

/** One loan of a grant: its number at the lender, and its encoded tasks. */
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
