package org.moide.balance.loan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.BorrowedLoan.State;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;

/** The loans of one borrower, and where their tasks are: which may be begun, which are given up. */
final class BorrowedLoans {
    /** How many mean tasks the settling of a loan waits for those that are running. */
    private static final int PATIENCE_TASKS = 4;

    private final EnginePool pool;
    private final BorrowerLimits limits;
    private final TreeMap<Long, BorrowedLoan> loans = new TreeMap<>(); // in order, for repeatable runs
    private long executedBefore; // tasks of loans that are gone

    BorrowedLoans(EnginePool pool, BorrowerLimits limits) {
        this.pool = pool;
        this.limits = limits;
    }

    void add(LoanAccount account, long nowNanos) {
        loans.put(account.loan(), new BorrowedLoan(account, limits, nowNanos));
    }

    @Nullable
    BorrowedLoan get(long loan) {
        return loans.get(loan);
    }

    Collection<BorrowedLoan> all() {
        return loans.values();
    }

    void remove(BorrowedLoan loan) {
        loans.remove(loan.account.loan());
        executedBefore += loan.account.executed();
    }

    /** Drops a loan that its lender took back. */
    void voidLoan(BorrowedLoan loan) {
        remove(loan);
        loan.account.markVoided();
        pool.takeOut(account -> account == loan.account, Integer.MAX_VALUE); // takers drop what this misses
    }

    /** How many tasks were ever executed here. */
    long executed() {
        long total = executedBefore;
        for (BorrowedLoan loan : loans.values()) {
            total += loan.account.executed();
        }
        return total;
    }

    /** Those of which nothing is queued or running any more; they are being closed from here. */
    List<BorrowedLoan> closeThoseDone() {
        List<BorrowedLoan> done = new ArrayList<>();
        for (BorrowedLoan loan : loans.values()) {
            if (loan.isDone()) {
                loan.close();
                done.add(loan);
            }
        }
        return done;
    }

    /**
     * Looks after loans being settled: what threads have set aside is theirs, and those that wait for too long are
     * resumed. Loans that are old begin to be settled.
     */
    void advance(boolean draining, long meanTaskNanos, long nowNanos) {
        sort(pool.takeSetAside());
        for (BorrowedLoan loan : loans.values()) {
            if (loan.state() == State.SETTLING && nowNanos >= loan.dueNanos()) {
                pool.refill(loan.resume(nowNanos));
            } else if (loan.state() == State.RUNNING && nowNanos >= loan.dueNanos()) {
                settle(loan, draining, meanTaskNanos, nowNanos);
                sort(pool.takeOut(account -> account == loan.account, Integer.MAX_VALUE));
            }
        }
    }

    /**
     * Gives about half of what is queued back, or all if {@code draining}: first whole loans of which nothing was begun,
     * the youngest first; then, if that is not enough and there is more than the threads can begin at once, loans that
     * were begun.
     */
    void giveUp(boolean draining, long meanTaskNanos, long nowNanos) {
        List<PooledTask> queued = pool.takeOut(account -> true, Integer.MAX_VALUE);
        Map<LoanAccount, Integer> counts = new LinkedHashMap<>();
        queued.forEach(task -> counts.merge(task.account(), 1, Integer::sum));
        long goal = draining ? Long.MAX_VALUE : (queued.size() + 1L) / 2;
        long given = 0;
        for (BorrowedLoan loan : loans.descendingMap().values()) {
            int count = counts.getOrDefault(loan.account, 0);
            // All that was lent is queued, and none of it has put another: none was begun.
            boolean unbegun = count == loan.account.bundleTasks() && loan.account.created() == 0;
            if (given < goal && unbegun && loan.state() == State.RUNNING) {
                settle(loan, draining, meanTaskNanos, nowNanos);
                given += count;
            }
        }
        for (BorrowedLoan loan : loans.descendingMap().values()) {
            int count = counts.getOrDefault(loan.account, 0);
            boolean surplus = given < goal && count > 0 && queued.size() - given >= 2L * pool.threads();
            if ((surplus || draining) && loan.state() == State.RUNNING) {
                settle(loan, draining, meanTaskNanos, nowNanos);
                given += count;
            }
        }
        sort(queued);
    }

    private void settle(BorrowedLoan loan, boolean draining, long meanTaskNanos, long nowNanos) {
        long patience = Math.max(limits.patienceNanos(), PATIENCE_TASKS * meanTaskNanos);
        loan.settle(draining ? Long.MAX_VALUE : patience, nowNanos);
    }

    /** Tasks that were taken out of the pool go where their loan wants them: back, to the unfinished, or nowhere. */
    private void sort(List<PooledTask> tasks) {
        List<PooledTask> back = new ArrayList<>();
        for (PooledTask task : tasks) {
            BorrowedLoan loan = loans.get(task.account().loan());
            if (loan == null || loan.account != task.account()) {
                continue; // void
            }
            if (loan.state() == State.SETTLING) {
                loan.addUnfinished(task);
            } else {
                back.add(task);
            }
        }
        if (!back.isEmpty()) {
            pool.refill(back);
        }
    }
}
