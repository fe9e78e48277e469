package org.moide.balance.loan;

import java.util.ArrayList;
import java.util.List;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanMessage.ReturnPart;
import org.moide.balance.loan.borrower.BorrowedLoan;
import org.moide.balance.loan.lender.LentLoan;
import org.moide.balance.loan.lender.LentLoans;
import org.moide.balance.pool.PooledTask;

/** The records of lenders and borrowers, each with one planted fault; see {@link Mutants}. */
final class MutantBooks {
    private MutantBooks() {}

    static final class Lax extends LentLoans {
        Lax(BalancerLimits limits) {
            super(limits);
        }

        @Override
        public List<LentLoan> voidAllOf(BorrowedLoan source) {
            return List.of();
        }
    }

    static final class Doubling extends LentLoans {
        Doubling(BalancerLimits limits) {
            super(limits);
        }

        @Override
        public LentLoan open(long number, BorrowedLoan source, int borrower, List<PooledTask> tasks, long nowNanos) {
            return new LentLoan(number, source, borrower, tasks, new Repetition(BalancerLimits.DEFAULT), nowNanos) {
                private final List<byte[]> more = new ArrayList<>();

                @Override
                public boolean take(ReturnPart part) {
                    more.addAll(part.unfinished());
                    return super.take(part);
                }

                @Override
                public List<byte[]> unfinished(LoanReturned returned) {
                    List<byte[]> all = new ArrayList<>(more);
                    all.addAll(returned.unfinished());
                    return all;
                }
            };
        }
    }
}
