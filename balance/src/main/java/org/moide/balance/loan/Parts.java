package org.moide.balance.loan;

import org.moide.balance.pool.LoanAccount;

/** What a {@link Balancer} is made of; tests replace some of it by what is wrong. */
class Parts {
    private final FailurePolicy failures;

    /** @param failures what becomes of tasks that throw */
    Parts(FailurePolicy failures) {
        this.failures = failures;
    }

    FailurePolicy failures() {
        return failures;
    }

    LentLoans lentLoans(BalancerLimits limits) {
        return new LentLoans(limits);
    }

    Letters letters(Outputs outputs) {
        return new Letters(outputs);
    }

    Peers peers(BalancerLimits limits) {
        return new Peers(limits);
    }

    RootPool root(Ending ending, BorrowedLoan loan, BalancerLimits limits) {
        return new RootPool(ending, loan, limits);
    }

    BorrowedLoan borrowedLoan(int lender, long number, LoanAccount account, BalancerLimits limits, long nowNanos) {
        return new BorrowedLoan(lender, number, account, limits, nowNanos);
    }

    LoanAccount account(long number, int threads, int tasks) {
        return new LoanAccount(number, threads, tasks);
    }
}
