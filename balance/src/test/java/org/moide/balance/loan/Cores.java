package org.moide.balance.loan;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.lender.LentLoans;
import org.moide.balance.loan.member.BalancerParts;
import org.moide.balance.pool.Discipline;
import org.moide.balance.pool.LoanAccount;

/** The cores that a simulation runs: the real ones, or those of a subclass with one line wrong. */
public class Cores {
    /** The parts of a balancer; {@code computeThreadsGoOn} is run between the two sums of an account. */
    static class SimulatedParts extends BalancerParts {
        final Runnable computeThreadsGoOn;

        @Nullable
        LentLoans lent;

        SimulatedParts(Runnable computeThreadsGoOn) {
            super(new FailurePolicy(
                    2, Long.MAX_VALUE)); // what throws is no reason to end: what became of it is counted
            this.computeThreadsGoOn = computeThreadsGoOn;
        }

        @Override
        public LentLoans lentLoans(BalancerLimits limits) {
            lent = newLentLoans(limits);
            return lent;
        }

        LentLoans newLentLoans(BalancerLimits limits) {
            return new LentLoans(limits);
        }

        @Override
        public LoanAccount account(long number, int threads, int tasks, int lender, long lentAs) {
            return new InterleavedAccount(number, threads, tasks, lender, lentAs, computeThreadsGoOn);
        }
    }

    /** The real ones, with compute threads that never hurry and the default discipline: for those who measure time. */
    static Cores unhurried() {
        return new Cores() {
            @Override
            SimulatedParts parts(Runnable computeThreadsGoOn) {
                return super.parts(() -> {});
            }

            @Override
            Discipline discipline(RandomGenerator chance) {
                return Discipline.DEFAULT;
            }
        };
    }

    /** The discipline of an engine's pool: every second has the default. */
    Discipline discipline(RandomGenerator chance) {
        Discipline[] all = Discipline.values();
        return chance.nextBoolean() ? Discipline.DEFAULT : all[chance.nextInt(all.length)];
    }

    SimulatedParts parts(Runnable computeThreadsGoOn) {
        return new SimulatedParts(computeThreadsGoOn);
    }
}
