package org.moide.balance.loan.borrower;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.moide.balance.pool.PooledTask;

/** Tasks of one borrowed loan that are to be one loan of this member's. */
public record TaskParcel(BorrowedLoan source, List<PooledTask> tasks) {
    /**
     * The most loans into which a parcel is divided. Each step looks at all open loans, so more would cost more than
     * giving back in parts ever gains.
     */
    private static final int MOST_OF_A_LOAN = 64;

    /** Divides what was taken from loans, which count it as lent on from here. */
    public static List<TaskParcel> of(Map<BorrowedLoan, List<PooledTask>> taken, long tasksEach) {
        List<TaskParcel> parcels = new ArrayList<>();
        taken.forEach((loan, tasks) -> {
            int least = (tasks.size() + MOST_OF_A_LOAN - 1) / MOST_OF_A_LOAN;
            int each = (int) Math.min(tasks.size(), Math.max(tasksEach, least));
            for (int from = 0; from < tasks.size(); from += each) {
                List<PooledTask> some = tasks.subList(from, Math.min(tasks.size(), from + each));
                parcels.add(new TaskParcel(loan, some));
                loan.lendOn(some.size());
            }
        });
        return parcels;
    }

    /** Returns whether all of the parcel's tasks can be sent as they are. */
    public boolean isEncoded() {
        return tasks.stream().allMatch(PooledTask::encoded);
    }
}
