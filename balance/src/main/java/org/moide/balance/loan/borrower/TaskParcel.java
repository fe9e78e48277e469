package org.moide.balance.loan.borrower;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.moide.balance.pool.PooledTask;

/** Tasks of one borrowed loan that are to be lent in one loan. */
public record TaskParcel(BorrowedLoan source, List<PooledTask> tasks) {
    /** The most parcels made of one loan. Each step examines all open loans, so more would cost more than they gain. */
    private static final int MOST_OF_A_LOAN = 64;

    /** Divides tasks taken from borrowed loans into parcels, and counts these as lent on. */
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

    /** Returns whether no task of the parcel has to be encoded before it is sent. */
    public boolean isEncoded() {
        return tasks.stream().allMatch(PooledTask::encoded);
    }
}
