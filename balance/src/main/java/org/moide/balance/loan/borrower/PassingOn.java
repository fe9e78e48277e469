package org.moide.balance.loan.borrower;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.strategy.Membership;

/** The rules for loans of which nothing was begun when another member wants their tasks. */
public final class PassingOn {
    /**
     * Among more members the root does not pass on what one of them has not begun: it has more than enough to do, and its line
     * too.
     */
    private static final int MEMBERS_SERVED_BY_THE_ROOT = 64;

    private PassingOn() {}

    /**
     * Takes those out of {@code taken} that go back whole to their lender, which knows who wants them: short chains.
     *
     * @param members how many there are
     * @return whether there were any
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
                    && (loan.lender != Membership.ROOT || members <= MEMBERS_SERVED_BY_THE_ROOT);
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
