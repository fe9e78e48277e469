package org.moide.balance.loan;

import org.moide.balance.loan.LoanMessage.Bundle;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.strategy.Strategy;

/** The cores that a simulation runs: the real ones, or those of a subclass with one line wrong. */
class Cores {
    Ledger ledger() {
        return new Ledger();
    }

    Lender lender(Strategy strategy, Lender.Ending ending, LenderLimits limits, Ledger ledger) {
        return new Lender(strategy, ending, limits, ledger);
    }

    Borrower borrower(int self, long incarnation, EnginePool pool, BorrowerLimits limits, Runnable computeThreadsGoOn) {
        return new SimulatedBorrower(this, self, incarnation, pool, limits, computeThreadsGoOn);
    }

    LoanAccount account(long loan, int threads, int bundleTasks, Runnable computeThreadsGoOn) {
        return new InterleavedAccount(loan, threads, bundleTasks, computeThreadsGoOn);
    }

    /** The real one, with accounts that let compute threads go on while they are summed. */
    static class SimulatedBorrower extends Borrower {
        private final Cores cores;
        private final EnginePool pool;
        private final Runnable computeThreadsGoOn;

        SimulatedBorrower(
                Cores cores,
                int self,
                long incarnation,
                EnginePool pool,
                BorrowerLimits limits,
                Runnable computeThreadsGoOn) {
            super(self, incarnation, 0, pool, limits);
            this.cores = cores;
            this.pool = pool;
            this.computeThreadsGoOn = computeThreadsGoOn;
        }

        @Override
        LoanAccount openAccount(Bundle bundle) {
            return cores.account(bundle.loan(), pool.threads(), bundle.tasks().size(), computeThreadsGoOn);
        }
    }
}
