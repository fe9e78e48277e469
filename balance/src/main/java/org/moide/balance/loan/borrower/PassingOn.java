package org.moide.balance.loan.borrower;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.strategy.Membership;

/** The rules for untouched loans, of which no task has begun, when another member asks for their tasks. */
public final class PassingOn {
    private PassingOn() {}

    /**
     * Returns untouched loans to their lenders, which give the tasks to {@code wantedBy}, and removes them from
     * {@code taken}. So chains of lenders stay short.
     *
     * @param members the number of members of the run
     * @return whether any loan was returned
     */
    public static boolean untouched(
            Map<BorrowedLoan, List<PooledTask>> taken, int wantedBy, int members, long nowNanos) {
        boolean any = false;
        Iterator<Map.Entry<BorrowedLoan, List<PooledTask>>> entries =
                taken.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<BorrowedLoan, List<PooledTask>> entry = entries.next();
            BorrowedLoan loan = entry.getKey();
            boolean mayGoHome = loan.lender != BorrowedLoan.FROM_NOBODY
                    && (loan.lender != Membership.ROOT || members <= Membership.SERVED_AT_ONCE);
            if (mayGoHome && loan.isUntouched(entry.getValue().size())) {
                goHome(loan, entry.getValue(), wantedBy, nowNanos);
                entries.remove();
                any = true;
            }
        }
        return any;
    }

    private static void goHome(BorrowedLoan loan, List<PooledTask> tasks, int wantedBy, long nowNanos) {
        loan.settle(Long.MAX_VALUE, nowNanos);
        loan.wantedBy(wantedBy);
        tasks.forEach(loan::addUnfinished);
    }
}
