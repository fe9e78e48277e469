package org.moide.balance.loan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanMessage.PutTasks;
import org.moide.balance.loan.LoanOutput.CloseLoan;
import org.moide.balance.loan.LoanOutput.Send;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.strategy.Membership;

/** The cores with one thing wrong each (PROMISES R2): a simulation that does not notice is worth nothing. */
final class Mutants {
    private Mutants() {}

    /** Those that runs of a bag of tasks must notice. */
    static Map<String, Cores> ofBags() {
        Map<String, Cores> mutants = new TreeMap<>();
        mutants.put(
                "a return under an old number is accepted",
                withBooks(limits -> new MutantBooks.Lenient(limits, LentLoans.Verdict.VOID)));
        mutants.put(
                "a return is accepted twice",
                withBooks(limits -> new MutantBooks.Lenient(limits, LentLoans.Verdict.ALREADY_ACCEPTED)));
        mutants.put("loans of a lost borrower are never taken back", withBooks(MutantBooks.Trusting::new));
        mutants.put("the pool is finished while loans are out", withBooks(MutantBooks.Hasty::new));
        mutants.put("what a void loan has lent on is forgotten", withBooks(MutantBooks.Lax::new));
        mutants.put("a part of a return counts again when it is repeated", withBooks(MutantBooks.Doubling::new));
        mutants.put("a loan goes home while tasks of it are lent on", withLoans(MutantBooks.Leaving::new));
        mutants.put("what a bundle has done does not count in its loan", withLoans(MutantBooks.Uncounting::new));
        mutants.put("a grant is sent once", withBorrowers(Terse::new));
        mutants.put("a repeated grant is taken again", withLenders(Greedy::new));
        mutants.put("a request is sent once", withLenders(Shy::new));
        mutants.put("letters for an earlier engine of one's number are opened", withLettersForAnybody());
        mutants.put("letters from an earlier engine of a number are heard", withLettersFromAnybody());
        mutants.put("nobody notices that a member is gone", withPeers(Faithful::new));
        mutants.put("a return is sent once", rewriting(Mutants::returnsOnce, letter -> letter));
        mutants.put(
                "results that came home are not merged", rewriting(() -> Mutants::withoutResults, letter -> letter));
        mutants.put(
                "the unfinished tasks of a settled loan are lost",
                rewriting(Function::identity, Mutants::withoutUnfinished));
        mutants.put("the created are summed before the executed", withAccount(BackwardAccount::new));
        mutants.put("a loan is closed while its last task runs", withAccount(ImpatientAccount::new));
        return mutants;
    }

    /** Those that rounds of putting and taking must notice. */
    static Map<String, Cores> ofRounds() {
        Map<String, Cores> mutants = new TreeMap<>();
        mutants.put("a round ends although some do not wait", withRoot());
        mutants.put("a request is sent once", withLenders(Shy::new));
        mutants.put("a grant is sent once", withBorrowers(Terse::new));
        mutants.put("a grant does not say its round", withBorrowers(Timeless::new));
        mutants.put("repeated puts count again", withPeers(Repeating::new));
        mutants.put("puts are sent once", rewriting(Mutants::putsOnce, letter -> letter));
        return mutants;
    }

    // --- sessions -------------------------------------------------------------------------------------------------

    private static final class Terse extends BorrowerSession {
        Terse(int member, BalancerLimits limits) {
            super(member, limits);
        }

        @Override
        @Nullable
        LoanGranted repeat(long nowNanos) {
            return null;
        }

        @Override
        @Nullable
        LoanMessage asked(FetchTasks fetch, long nowNanos) {
            LoanMessage again = super.asked(fetch, nowNanos);
            return again instanceof LoanGranted ? null : again;
        }
    }

    private static final class Timeless extends BorrowerSession {
        Timeless(int member, BalancerLimits limits) {
            super(member, limits);
        }

        @Override
        LoanGranted grant(List<LoanMessage.Bundle> bundles, long round, long nowNanos) {
            return super.grant(bundles, 1, nowNanos);
        }
    }

    private static final class Greedy extends LenderSession {
        Greedy(BalancerLimits limits) {
            super(limits);
        }

        @Override
        boolean granted(LoanGranted grant, long nowNanos) {
            super.granted(grant, nowNanos);
            return true;
        }
    }

    private static final class Shy extends LenderSession {
        Shy(BalancerLimits limits) {
            super(limits);
        }

        @Override
        @Nullable
        FetchTasks repeat(int idle, long queued, long meanTaskNanos, long nowNanos) {
            return null;
        }
    }

    private static final class Faithful extends Peers {
        Faithful(BalancerLimits limits) {
            super(limits);
        }

        @Override
        List<Peer> change(Membership changed, long nowNanos) {
            super.change(changed, nowNanos);
            return List.of();
        }
    }

    private static final class Repeating extends Peers {
        Repeating(BalancerLimits limits) {
            super(limits);
        }

        @Override
        Peer open(int member, long incarnation, BorrowerSession borrower, LenderSession lender, long nowNanos) {
            return new Peer(member, incarnation, borrower, lender, nowNanos) {
                @Override
                boolean countPuts(long sequence) {
                    return true;
                }
            };
        }
    }

    // --- what goes out and comes in ---------------------------------------------------------------------------------

    /** Lets each return of a loan go out once. */
    private static Function<List<LoanOutput>, List<LoanOutput>> returnsOnce() {
        Set<String> sent = new HashSet<>();
        return outputs -> outputs.stream()
                .filter(output -> !(output instanceof Send send
                        && send.letter().message() instanceof LoanReturned returned
                        && !sent.add(send.toMember() + "/" + returned.loan())))
                .toList();
    }

    private static Function<List<LoanOutput>, List<LoanOutput>> putsOnce() {
        Set<Long> sent = new HashSet<>();
        return outputs -> outputs.stream()
                .filter(output -> !(output instanceof Send send
                        && send.letter().message() instanceof PutTasks puts
                        && !sent.add(puts.sequence())))
                .toList();
    }

    private static List<LoanOutput> withoutResults(List<LoanOutput> outputs) {
        List<LoanOutput> kept = new ArrayList<>();
        for (LoanOutput output : outputs) {
            kept.add(
                    output instanceof CloseLoan close
                            ? new CloseLoan(close.account(), close.unfinished(), List.of())
                            : output);
        }
        return kept;
    }

    private static Letter withoutUnfinished(Letter letter) {
        if (!(letter.message() instanceof LoanReturned returned)) {
            return letter;
        }
        LoanReturned changed = new LoanReturned(
                returned.loan(),
                returned.parts(),
                returned.result(),
                returned.executedTasks() + returned.unfinished().size(),
                returned.createdTasks(),
                List.of(),
                returned.wantedBy());
        return new Letter(letter.from(), letter.fromIncarnation(), letter.toIncarnation(), changed);
    }

    // --- accounts -------------------------------------------------------------------------------------------------

    private static final class BackwardAccount extends InterleavedAccount {
        BackwardAccount(long loan, int threads, int bundleTasks, Runnable computeThreadsGoOn) {
            super(loan, threads, bundleTasks, computeThreadsGoOn);
        }

        @Override
        boolean judge(long elsewhere) {
            long created = created();
            return executed() + elsewhere == bundleTasks() + created;
        }
    }

    private static final class ImpatientAccount extends InterleavedAccount {
        ImpatientAccount(long loan, int threads, int bundleTasks, Runnable computeThreadsGoOn) {
            super(loan, threads, bundleTasks, computeThreadsGoOn);
        }

        @Override
        boolean judge(long elsewhere) {
            return executed() + elsewhere + 1 >= bundleTasks() + created();
        }
    }

    // --- how they get in ------------------------------------------------------------------------------------------

    private interface BorrowerMaker {
        BorrowerSession make(int member, BalancerLimits limits);
    }

    private interface AccountMaker {
        LoanAccount make(long loan, int threads, int bundleTasks, Runnable computeThreadsGoOn);
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

    private static Cores withLoans(BorrowedLoans.Opener maker) {
        return withParts(threads -> new Cores.SimulatedParts(threads) {
            @Override
            BorrowedLoan borrowedLoan(
                    int lender, long number, LoanAccount account, BalancerLimits limits, long nowNanos) {
                return maker.open(lender, number, account, limits, nowNanos);
            }
        });
    }

    private static Cores withPeers(Function<BalancerLimits, Peers> maker) {
        return withParts(threads -> new Cores.SimulatedParts(threads) {
            @Override
            Peers peers(BalancerLimits limits) {
                return maker.apply(limits);
            }
        });
    }

    private static Cores withBorrowers(BorrowerMaker maker) {
        return withPeers(limits -> new Peers(limits) {
            @Override
            BorrowerSession newBorrower(int member, BalancerLimits of) {
                return maker.make(member, of);
            }
        });
    }

    private static Cores withLenders(Function<BalancerLimits, LenderSession> maker) {
        return withPeers(limits -> new Peers(limits) {
            @Override
            LenderSession newLender(BalancerLimits of) {
                return maker.apply(of);
            }
        });
    }

    private static Cores withAccount(AccountMaker maker) {
        return withParts(threads -> new Cores.SimulatedParts(threads) {
            @Override
            LoanAccount account(long number, int threadCount, int tasks) {
                return maker.make(number, threadCount, tasks, computeThreadsGoOn);
            }
        });
    }

    private static Cores withRoot() {
        return withParts(threads -> new Cores.SimulatedParts(threads) {
            @Override
            RootPool root(Ending ending, BorrowedLoan loan, BalancerLimits limits) {
                return new RootPool(ending, loan, limits) {
                    @Override
                    boolean isWaiting(int member) {
                        return true;
                    }
                };
            }
        });
    }

    private static Cores withLetters(Function<Outputs, Letters> maker) {
        return withParts(threads -> new Cores.SimulatedParts(threads) {
            @Override
            Letters letters(Outputs outputs) {
                return maker.apply(outputs);
            }
        });
    }

    private static Cores withLettersForAnybody() {
        return withLetters(outputs -> new Letters(outputs) {
            @Override
            boolean isForUs(Letter letter) {
                return true;
            }
        });
    }

    private static Cores withLettersFromAnybody() {
        return withLetters(outputs -> new Letters(outputs) {
            @Override
            boolean isFrom(Peer peer, Letter letter) {
                return true;
            }
        });
    }

    private static Cores rewriting(
            Supplier<Function<List<LoanOutput>, List<LoanOutput>>> out, UnaryOperator<Letter> in) {
        return new Cores() {
            @Override
            Letter incoming(Letter letter) {
                return in.apply(letter);
            }

            @Override
            Function<List<LoanOutput>, List<LoanOutput>> outgoing() {
                return out.get();
            }
        };
    }
}
