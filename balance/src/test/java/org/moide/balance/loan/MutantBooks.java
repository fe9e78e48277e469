package org.moide.balance.loan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanMessage.ReturnPart;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;

/** Books of lenders and borrowers with one thing wrong each; see {@link Mutants}. */
final class MutantBooks {
    private MutantBooks() {}

    /** Accepts what it should not. */
    static final class Lenient extends LentLoans {
        private final Verdict taken;
        private final Map<Long, LentLoan> all = new HashMap<>();

        Lenient(BalancerLimits limits, Verdict taken) {
            super(limits);
            this.taken = taken;
        }

        @Override
        LentLoan lend(BorrowedLoan source, int borrower, List<PooledTask> tasks) {
            LentLoan loan = super.lend(source, borrower, tasks);
            all.put(loan.number, loan);
            return loan;
        }

        @Override
        @Nullable
        LentLoan get(long number) {
            return all.get(number);
        }

        @Override
        Verdict accept(int borrower, LoanReturned returned) {
            Verdict verdict = super.accept(borrower, returned);
            return verdict == taken && all.containsKey(returned.loan()) ? Verdict.ACCEPTED : verdict;
        }
    }

    static final class Trusting extends LentLoans {
        Trusting(BalancerLimits limits) {
            super(limits);
        }

        @Override
        List<LentLoan> retake(int borrower) {
            return List.of();
        }
    }

    static final class Hasty extends LentLoans {
        Hasty(BalancerLimits limits) {
            super(limits);
        }

        @Override
        boolean areAllHome() {
            return true;
        }
    }

    static final class Lax extends LentLoans {
        Lax(BalancerLimits limits) {
            super(limits);
        }

        @Override
        List<LentLoan> voidAllOf(BorrowedLoan source) {
            return List.of();
        }
    }

    static final class Doubling extends LentLoans {
        Doubling(BalancerLimits limits) {
            super(limits);
        }

        @Override
        LentLoan open(long number, BorrowedLoan source, int borrower, List<PooledTask> tasks) {
            return new LentLoan(number, source, borrower, tasks, new Repetition(BalancerLimits.DEFAULT)) {
                private final List<byte[]> more = new ArrayList<>();

                @Override
                boolean take(ReturnPart part) {
                    more.addAll(part.unfinished());
                    return super.take(part);
                }

                @Override
                List<byte[]> unfinished(LoanReturned returned) {
                    List<byte[]> all = new ArrayList<>(more);
                    all.addAll(returned.unfinished());
                    return all;
                }
            };
        }
    }

    static final class Leaving extends BorrowedLoan {
        Leaving(int lender, long number, LoanAccount account, BalancerLimits limits, long nowNanos) {
            super(lender, number, account, limits, nowNanos);
        }

        @Override
        boolean isDone() {
            return (isRunning() || state() == State.SETTLING) && isQuiet();
        }
    }

    static final class Uncounting extends BorrowedLoan {
        Uncounting(int lender, long number, LoanAccount account, BalancerLimits limits, long nowNanos) {
            super(lender, number, account, limits, nowNanos);
        }

        @Override
        void count(long executedTasks, long createdTasks) {
            if (lender == FROM_NOBODY) {
                super.count(executedTasks, createdTasks);
            }
        }
    }
}
