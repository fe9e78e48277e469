package org.moide.balance.loan;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.lender.LentLoans;
import org.moide.balance.loan.peer.BorrowerSession;
import org.moide.balance.loan.peer.LetterFilter;
import org.moide.balance.loan.peer.Outputs;
import org.moide.balance.loan.peer.Peer;
import org.moide.balance.loan.peer.Peers;

/**
 * The classes under test, each with one planted fault. They show that the simulations notice faults.
 * Faults that tests of whole runs notice as well are in the coordinator's {@code mutants/balance.txt}; to notice those
 * here, it takes the members, the network faults and the long runs of these simulations.
 */
final class Mutants {
    private Mutants() {}

    /** Returns the planted faults that simulations of a bag of tasks must notice, by name. */
    static Map<String, Cores> ofBags() {
        Map<String, Cores> mutants = new TreeMap<>();
        mutants.put("what a void loan has lent on is forgotten", withBooks(MutantBooks.Lax::new));
        mutants.put("a part of a return counts again when it is repeated", withBooks(MutantBooks.Doubling::new));
        mutants.put("a grant is sent once", withBorrowers(Terse::new));
        mutants.put("letters for an earlier engine of one's number are opened", withLettersForAnybody());
        mutants.put("letters from an earlier engine of a number are heard", withLettersFromAnybody());
        return mutants;
    }

    /** Returns the planted faults that simulations of rounds must notice, by name. */
    static Map<String, Cores> ofRounds() {
        return Map.of("a grant does not say its round", withBorrowers(Timeless::new));
    }

    // --- sessions -------------------------------------------------------------------------------------------------

    private static final class Terse extends BorrowerSession {
        Terse(int member, BalancerLimits limits) {
            super(member, limits);
        }

        @Override
        @Nullable
        public LoanGranted repeat(long nowNanos) {
            return null;
        }

        @Override
        @Nullable
        public LoanMessage asked(FetchTasks fetch, long nowNanos) {
            LoanMessage again = super.asked(fetch, nowNanos);
            return again instanceof LoanGranted ? null : again;
        }
    }

    private static final class Timeless extends BorrowerSession {
        Timeless(int member, BalancerLimits limits) {
            super(member, limits);
        }

        @Override
        public LoanGranted grant(List<Bundle> bundles, long round, long nowNanos) {
            return super.grant(bundles, 1, nowNanos);
        }
    }

    // --- how they get in ------------------------------------------------------------------------------------------

    private interface BorrowerMaker {
        BorrowerSession make(int member, BalancerLimits limits);
    }

    private static Cores withParts(Function<Runnable, Cores.SimulatedParts> maker) {
        return new Cores() {
            @Override
            SimulatedParts parts(Runnable computeThreadsGoOn) {
                return maker.apply(computeThreadsGoOn);
            }
        };
    }

    private static Cores withBooks(Function<BalancerLimits, LentLoans> maker) {
        return withParts(threads -> new Cores.SimulatedParts(threads) {
            @Override
            LentLoans newLentLoans(BalancerLimits limits) {
                return maker.apply(limits);
            }
        });
    }

    private static Cores withPeers(Function<BalancerLimits, Peers> maker) {
        return withParts(threads -> new Cores.SimulatedParts(threads) {
            @Override
            public Peers peers(BalancerLimits limits) {
                return maker.apply(limits);
            }
        });
    }

    private static Cores withBorrowers(BorrowerMaker maker) {
        return withPeers(limits -> new Peers(limits) {
            @Override
            public BorrowerSession newBorrower(int member, BalancerLimits of) {
                return maker.make(member, of);
            }
        });
    }

    private static Cores withLetters(Function<Outputs, LetterFilter> maker) {
        return withParts(threads -> new Cores.SimulatedParts(threads) {
            @Override
            public LetterFilter letters(Outputs outputs) {
                return maker.apply(outputs);
            }
        });
    }

    private static Cores withLettersForAnybody() {
        return withLetters(outputs -> new LetterFilter(outputs) {
            @Override
            public boolean isForUs(Letter letter) {
                return true;
            }
        });
    }

    private static Cores withLettersFromAnybody() {
        return withLetters(outputs -> new LetterFilter(outputs) {
            @Override
            public boolean isFrom(Peer peer, Letter letter) {
                return true;
            }
        });
    }
}
