package org.moide.balance.loan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanMessage.PutTasks;
import org.moide.balance.loan.LoanMessage.RequestVoided;
import org.moide.balance.loan.LoanMessage.ToBorrower;
import org.moide.balance.loan.LoanMessage.ToLender;
import org.moide.balance.loan.LoanOutput.OfBorrower;
import org.moide.balance.loan.LoanOutput.OfLender;
import org.moide.balance.loan.LoanOutput.Send;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.strategy.Strategy;

/** The cores with one thing wrong each (PROMISES R2): a simulation that does not notice is worth nothing. */
final class Mutants {
    private Mutants() {}

    /** Those that runs of a bag of tasks must notice. */
    static Map<String, Cores> ofBags() {
        Map<String, Cores> mutants = new TreeMap<>();
        mutants.put(
                "a return under an old number is accepted", withLedger(() -> new LenientLedger(Ledger.Verdict.VOID)));
        mutants.put("a return is accepted twice", withLedger(() -> new LenientLedger(Ledger.Verdict.ALREADY_ACCEPTED)));
        mutants.put("the unfinished tasks of a settled loan are lost", withLedger(ForgetfulLedger::new));
        mutants.put("loans of a lost borrower are never taken back", withLedger(TrustingLedger::new));
        mutants.put("the pool is finished while loans are out", withLedger(HastyLedger::new));
        mutants.put("a repeated request lends a second bundle", withSessions(GenerousSession::new));
        mutants.put("a request is served anew after its loans were taken back", withSessions(OpenSession::new));
        mutants.put("a stale incarnation is heard", withStaleMembersHeard());
        mutants.put("a grant to an earlier incarnation is taken", withBorrower(CredulousBorrower::new));
        mutants.put("the borrower forgets to resend a return", withBorrower(SilentBorrower::new));
        mutants.put("the borrower asks once and never again", withBorrower(ShyBorrower::new));
        mutants.put("the created are summed before the executed", withAccount(BackwardAccount::new));
        mutants.put("a loan is closed while its last task runs", withAccount(ImpatientAccount::new));
        return mutants;
    }

    /** Those that rounds of putting and taking must notice. */
    static Map<String, Cores> ofRounds() {
        Map<String, Cores> mutants = new TreeMap<>();
        mutants.put("a round ends when all have asked, waiting or not", withSessions(EagerSession::new));
        mutants.put("repeated puts count again", withSessions(RepeatingSession::new));
        mutants.put("the borrower asks once and never again", withBorrower(ShyBorrower::new));
        mutants.put("puts are sent once", withBorrower(CarelessBorrower::new));
        return mutants;
    }

    // --- ledgers --------------------------------------------------------------------------------------------------

    private static final class LenientLedger extends Ledger {
        private final Verdict taken;

        LenientLedger(Verdict taken) {
            this.taken = taken;
        }

        @Override
        Verdict accept(LoanReturned returned) {
            Verdict verdict = super.accept(returned);
            return verdict == taken ? Verdict.ACCEPTED : verdict;
        }
    }

    private static final class ForgetfulLedger extends Ledger {
        @Override
        Verdict accept(LoanReturned returned) {
            return super.accept(new LoanReturned(
                    returned.borrower(),
                    returned.incarnation(),
                    returned.loan(),
                    returned.result(),
                    returned.executedTasks() + returned.unfinished().size(),
                    returned.createdTasks(),
                    List.of()));
        }
    }

    private static final class TrustingLedger extends Ledger {
        @Override
        List<Long> retake(int borrower) {
            return List.of();
        }
    }

    private static final class HastyLedger extends Ledger {
        @Override
        boolean allHome() {
            return unstartedTasks() == 0;
        }
    }

    // --- sessions -------------------------------------------------------------------------------------------------

    private static final class GenerousSession extends MemberSession {
        GenerousSession(int member, long incarnation, double power, int threads) {
            super(member, incarnation, power, threads);
        }

        @Override
        void answered(ToBorrower given, long tasks) {
            super.answered(given, tasks);
            if (given instanceof LoanGranted) {
                answer = null;
                hungry = true;
            }
        }
    }

    private static final class OpenSession extends MemberSession {
        OpenSession(int member, long incarnation, double power, int threads) {
            super(member, incarnation, power, threads);
        }

        @Override
        void answered(ToBorrower given, long tasks) {
            super.answered(given, tasks);
            if (given instanceof RequestVoided) {
                answer = null;
                hungry = true;
            }
        }
    }

    private static final class EagerSession extends MemberSession {
        EagerSession(int member, long incarnation, double power, int threads) {
            super(member, incarnation, power, threads);
        }

        @Override
        boolean isAllWaiting() {
            return isHungry();
        }
    }

    private static final class RepeatingSession extends MemberSession {
        RepeatingSession(int member, long incarnation, double power, int threads) {
            super(member, incarnation, power, threads);
        }

        @Override
        boolean countPuts(long sequence) {
            return true;
        }
    }

    // --- borrowers ------------------------------------------------------------------------------------------------

    private static final class SilentBorrower extends Cores.SimulatedBorrower {
        SilentBorrower(
                Cores cores, int self, long incarnation, EnginePool pool, BorrowerLimits limits, Runnable threads) {
            super(cores, self, incarnation, pool, limits, threads);
        }

        @Override
        void repeatReturns(List<OfBorrower> out, long nowNanos) {}
    }

    private static final class CredulousBorrower extends Cores.SimulatedBorrower {
        private final long own;

        CredulousBorrower(
                Cores cores, int self, long incarnation, EnginePool pool, BorrowerLimits limits, Runnable threads) {
            super(cores, self, incarnation, pool, limits, threads);
            own = incarnation;
        }

        @Override
        public List<OfBorrower> receive(ToBorrower message, long nowNanos) {
            return super.receive(
                    message instanceof LoanGranted granted
                            ? new LoanGranted(own, granted.request(), granted.bundles())
                            : message,
                    nowNanos);
        }
    }

    /** Sends each request once only; a request that tells news counts as the same. */
    private static final class ShyBorrower extends Cores.SimulatedBorrower {
        private long asked;

        ShyBorrower(Cores cores, int self, long incarnation, EnginePool pool, BorrowerLimits limits, Runnable threads) {
            super(cores, self, incarnation, pool, limits, threads);
        }

        @Override
        public List<OfBorrower> tick(long nowNanos) {
            return once(super.tick(nowNanos));
        }

        @Override
        public List<OfBorrower> receive(ToBorrower message, long nowNanos) {
            return once(super.receive(message, nowNanos));
        }

        private List<OfBorrower> once(List<OfBorrower> outputs) {
            List<OfBorrower> kept = new ArrayList<>();
            for (OfBorrower output : outputs) {
                if (output instanceof Send send && send.message() instanceof FetchTasks fetch) {
                    if (fetch.request() <= asked) {
                        continue;
                    }
                    asked = fetch.request();
                }
                kept.add(output);
            }
            return kept;
        }
    }

    private static final class CarelessBorrower extends Cores.SimulatedBorrower {
        private long put;

        CarelessBorrower(
                Cores cores, int self, long incarnation, EnginePool pool, BorrowerLimits limits, Runnable threads) {
            super(cores, self, incarnation, pool, limits, threads);
        }

        @Override
        public List<OfBorrower> tick(long nowNanos) {
            List<OfBorrower> kept = new ArrayList<>();
            for (OfBorrower output : super.tick(nowNanos)) {
                if (output instanceof Send send && send.message() instanceof PutTasks puts) {
                    if (puts.sequence() <= put) {
                        continue;
                    }
                    put = puts.sequence();
                }
                kept.add(output);
            }
            return kept;
        }
    }

    // --- accounts -------------------------------------------------------------------------------------------------

    private static final class BackwardAccount extends InterleavedAccount {
        BackwardAccount(long loan, int threads, int bundleTasks, Runnable computeThreadsGoOn) {
            super(loan, threads, bundleTasks, computeThreadsGoOn);
        }

        @Override
        boolean judge(long takenOut) {
            long created = created();
            return executed() + takenOut == bundleTasks() + created;
        }
    }

    private static final class ImpatientAccount extends InterleavedAccount {
        ImpatientAccount(long loan, int threads, int bundleTasks, Runnable computeThreadsGoOn) {
            super(loan, threads, bundleTasks, computeThreadsGoOn);
        }

        @Override
        boolean judge(long takenOut) {
            return executed() + takenOut + 1 >= bundleTasks() + created();
        }
    }

    // --- how they get in ------------------------------------------------------------------------------------------

    private interface LedgerMaker {
        Ledger make();
    }

    private interface SessionMaker {
        MemberSession make(int member, long incarnation, double power, int threads);
    }

    private interface BorrowerMaker {
        Borrower make(
                Cores cores, int self, long incarnation, EnginePool pool, BorrowerLimits limits, Runnable threads);
    }

    private interface AccountMaker {
        LoanAccount make(long loan, int threads, int bundleTasks, Runnable computeThreadsGoOn);
    }

    private static Cores withLedger(LedgerMaker maker) {
        return new Cores() {
            @Override
            Ledger ledger() {
                return maker.make();
            }
        };
    }

    private static Cores withSessions(SessionMaker maker) {
        return new Cores() {
            @Override
            Lender lender(Strategy strategy, Lender.Ending ending, LenderLimits limits, Ledger ledger) {
                return new Lender(strategy, ending, limits, ledger) {
                    @Override
                    MemberSession openSession(int member, long incarnation, double power, int threads) {
                        return maker.make(member, incarnation, power, threads);
                    }
                };
            }
        };
    }

    private static Cores withStaleMembersHeard() {
        return new Cores() {
            @Override
            Lender lender(Strategy strategy, Lender.Ending ending, LenderLimits limits, Ledger ledger) {
                return new Lender(strategy, ending, limits, ledger) {
                    private final Map<Integer, Long> incarnations = new TreeMap<>();

                    @Override
                    MemberSession openSession(int member, long incarnation, double power, int threads) {
                        incarnations.put(member, incarnation);
                        return super.openSession(member, incarnation, power, threads);
                    }

                    @Override
                    public List<OfLender> receive(ToLender message, long nowNanos) {
                        return super.receive(message instanceof FetchTasks fetch ? asOfNow(fetch) : message, nowNanos);
                    }

                    private FetchTasks asOfNow(FetchTasks fetch) {
                        return new FetchTasks(
                                fetch.borrower(),
                                incarnations.getOrDefault(fetch.borrower(), fetch.incarnation()),
                                fetch.request(),
                                fetch.idleThreads(),
                                fetch.allWaiting(),
                                fetch.allLeft(),
                                fetch.queuedTasks(),
                                fetch.meanTaskNanos());
                    }
                };
            }
        };
    }

    private static Cores withBorrower(BorrowerMaker maker) {
        return new Cores() {
            @Override
            Borrower borrower(
                    int self, long incarnation, EnginePool pool, BorrowerLimits limits, Runnable computeThreadsGoOn) {
                return maker.make(this, self, incarnation, pool, limits, computeThreadsGoOn);
            }
        };
    }

    private static Cores withAccount(AccountMaker maker) {
        return new Cores() {
            @Override
            LoanAccount account(long loan, int threads, int bundleTasks, Runnable computeThreadsGoOn) {
                return maker.make(loan, threads, bundleTasks, computeThreadsGoOn);
            }
        };
    }
}
