package org.moide.balance.loan;

import java.io.Serializable;
import java.util.List;

/** One loan: its number at the lender, and the tasks, encoded. */
public record Bundle(long loan, PackedTasks packed) implements Serializable {
    private static final long serialVersionUID = 1L;

    public Bundle {
        if (loan < 1 || packed.count() < 1) {
            throw new IllegalArgumentException(
                    "expected a loan's number and tasks from 1 on, found " + loan + " and " + packed.count());
        }
    }

    /** A loan of these tasks. */
    public static Bundle of(long loan, List<byte[]> tasks) {
        return new Bundle(loan, PackedTasks.of(tasks));
    }

    /** The tasks; new arrays at each call. */
    public List<byte[]> tasks() {
        return packed.unpacked();
    }

    /** The number of tasks. */
    public int count() {
        return packed.count();
    }
}
