package org.moide.balance.loan;

import org.moide.balance.pool.LoanAccount;

/**
 * An account that lets compute threads do something between summing its executed and its created tasks, as may happen
 * in production.
 */
class InterleavedAccount extends LoanAccount {
    private final Runnable computeThreadsGoOn;
    private boolean judging;

    InterleavedAccount(long loan, int threads, int bundleTasks, int lender, long lentAs, Runnable computeThreadsGoOn) {
        super(loan, threads, bundleTasks, lender, lentAs);
        this.computeThreadsGoOn = computeThreadsGoOn;
    }

    @Override
    public boolean isDone(long takenOut) {
        judging = true;
        try {
            return judge(takenOut);
        } finally {
            judging = false;
        }
    }

    boolean judge(long takenOut) {
        return super.isDone(takenOut);
    }

    @Override
    public long executed() {
        return thenGoOn(super.executed());
    }

    @Override
    public long created() {
        return thenGoOn(super.created());
    }

    private long thenGoOn(long sum) {
        if (judging) {
            judging = false;
            computeThreadsGoOn.run();
        }
        return sum;
    }
}
