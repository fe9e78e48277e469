package org.moide.balance.loan.borrower;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.moide.balance.pool.PooledTask;

/** A group of tasks of one borrowed loan that this member is about to lend to another member as one loan. */
public record TaskParcel(BorrowedLoan source, List<PooledTask> tasks) {
    /**
     * The most groups into which the tasks of one loan are divided. Each step examines all open loans, so more groups
     * would cost more than they gain.
     */
    private static final int MOST_OF_A_LOAN = 64;

    /**
     * Divides tasks taken from borrowed loans into groups of {@code tasksEach}, each to become a new loan, and counts
     * them as lent on.
     */
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

    /** Returns whether all tasks of this group are encoded already, so that they can be sent at once. */
    public boolean isEncoded() {
        return tasks.stream().allMatch(PooledTask::encoded);
    }
}
