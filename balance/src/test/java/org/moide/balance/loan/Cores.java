package org.moide.balance.loan;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.lender.LentLoans;
import org.moide.balance.loan.member.BalancerParts;
import org.moide.balance.pool.Discipline;
import org.moide.balance.pool.LoanAccount;

/**
 * The classes that a simulation tests, called cores: those of production, or a subclass of one with a planted fault.
 */
public class Cores {
    /**
     * The parts of a simulated balancer. An account runs {@code computeThreadsGoOn} between summing its executed and
     * its created tasks, so that compute threads do something in between.
     */
    static class SimulatedParts extends BalancerParts {
        final Runnable computeThreadsGoOn;

        @Nullable
        LentLoans lent;

        SimulatedParts(Runnable computeThreadsGoOn) {
            super(new FailurePolicy(2, Long.MAX_VALUE)); // failures do not end the run: the test counts their outcome
            this.computeThreadsGoOn = computeThreadsGoOn;
        }

        /** Returns a shorter time than in real runs, since the tasks of a simulation take only milliseconds. */
        @Override
        public long copyWaitNanos() {
            return 5_000_000;
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

    /**
     * The production classes. Compute threads do nothing in the middle of a check, and pools have the default
     * discipline.
     */
    private static class Unhurried extends Cores {
        @Override
        SimulatedParts parts(Runnable computeThreadsGoOn) {
            return super.parts(() -> {});
        }

        @Override
        Discipline discipline(RandomGenerator chance) {
            return Discipline.DEFAULT;
        }
    }

    /**
     * Returns cores with which compute threads do nothing in the middle of a check, so that some tasks run long enough
     * to be copied.
     */
    static Cores unhurried() {
        return new Unhurried();
    }

    /**
     * Returns {@link #unhurried} cores with which no running task is lent a second time, for tests that measure time or
     * count loans.
     */
    static Cores withoutCopies() {
        return new Unhurried() {
            @Override
            SimulatedParts parts(Runnable computeThreadsGoOn) {
                return new SimulatedParts(() -> {}) {
                    @Override
                    public long copyWaitNanos() {
                        return NO_COPIES;
                    }
                };
            }
        };
    }

    /** Draws the discipline of an engine's pool; every second engine has the default. */
    Discipline discipline(RandomGenerator chance) {
        Discipline[] all = Discipline.values();
        return chance.nextBoolean() ? Discipline.DEFAULT : all[chance.nextInt(all.length)];
    }

    SimulatedParts parts(Runnable computeThreadsGoOn) {
        return new SimulatedParts(computeThreadsGoOn);
    }
}
