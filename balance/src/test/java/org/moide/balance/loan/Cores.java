package org.moide.balance.loan;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.lender.LentLoans;
import org.moide.balance.loan.member.BalancerParts;
import org.moide.balance.pool.Discipline;
import org.moide.balance.pool.LoanAccount;

/** The classes (cores) that a simulation tests: those of production, or a subclass with one fault. */
public class Cores {
    /**
     * The parts of a simulated balancer. An account runs {@code computeThreadsGoOn} between its two sums, so that
     * compute threads interleave.
     */
    static class SimulatedParts extends BalancerParts {
        final Runnable computeThreadsGoOn;

        @Nullable
        LentLoans lent;

        SimulatedParts(Runnable computeThreadsGoOn) {
            super(new FailurePolicy(2, Long.MAX_VALUE)); // failures do not end the run: the test counts their outcome
            this.computeThreadsGoOn = computeThreadsGoOn;
        }

        /** Returns a shorter time than in real runs, since simulated tasks take milliseconds. */
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

    /** The production classes, without interleaved compute threads and with the default discipline of pools. */
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
     * Returns cores in which running tasks are not interleaved with checks, so that some run long enough to be copied.
     */
    static Cores unhurried() {
        return new Unhurried();
    }

    /** Returns {@link #unhurried} cores that begin no task twice, for measuring time and counting loans. */
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
