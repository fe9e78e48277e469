package org.moide.balance.loan.borrower;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.borrower.BorrowedLoan.State;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.strategy.Membership;

/** The loans that a member has borrowed, and where their tasks are: which may be begun or lent on, which are given up. */
public final class BorrowedLoans {
    /** The number of mean tasks for which the settling of a loan waits for those that are running. */
    private static final int PATIENCE_TASKS = 4;

    /** The time without an end: as long as those that are running take. */
    private static final long FOREVER = Long.MAX_VALUE;

    /** A loan as its lender knows it. */
    private record Key(int lender, long number) {}

    private final int self;
    private final EnginePool pool;
    private final BalancerLimits limits;
    private final Opener opener;
    private final TreeMap<Long, BorrowedLoan> loans = new TreeMap<>(); // as they came, by their accounts' numbers
    private final Map<Key, BorrowedLoan> byLender = new HashMap<>();
    private final Map<Integer, Integer> countOf = new TreeMap<>(); // by lender
    private final Deque<Suspect> suspects = new ArrayDeque<>(); // the first is the one that others make room for
    private List<PooledTask> aside = new ArrayList<>(); // what has come meanwhile
    private boolean draining;
    private int recalling;
    private long returningBytes; // of results
    private long lastAccount;
    private long executedBefore; // tasks of loans that are gone
    private boolean createdBefore;

    /** A task with which other engines have died, in a loan of its own. */
    private static final class Suspect {
        private final BorrowedLoan loan;
        private final PooledTask task;
        private boolean begun;

        Suspect(BorrowedLoan loan, PooledTask task) {
            this.loan = loan;
            this.task = task;
        }
    }

    /** Opens a loan that was borrowed. */
    public interface Opener {
        BorrowedLoan open(int lender, long number, LoanAccount account, BalancerLimits limits, long nowNanos);
    }

    /** Creates the books of member {@code self}, without loans. */
    public BorrowedLoans(int self, EnginePool pool, BalancerLimits limits, Opener opener) {
        this.self = self;
        this.pool = pool;
        this.limits = limits;
        this.opener = opener;
    }

    /** A number for the account of the next loan: those of different lenders may be the same. */
    public long nextAccount() {
        return ++lastAccount;
    }

    public BorrowedLoan add(int lender, long number, LoanAccount account, long nowNanos) {
        BorrowedLoan loan = opener.open(lender, number, account, limits, nowNanos);
        loans.put(account.loan(), loan);
        byLender.put(new Key(lender, number), loan);
        countOf.merge(lender, 1, Integer::sum);
        return loan;
    }

    @Nullable
    public BorrowedLoan get(int lender, long number) {
        return byLender.get(new Key(lender, number));
    }

    @Nullable
    BorrowedLoan ofAccount(long account) {
        return loans.get(account);
    }

    /** Returns whether the loan is still here, not void and not returned. */
    public boolean isHere(BorrowedLoan loan) {
        return loans.get(loan.account.loan()) == loan;
    }

    public Collection<BorrowedLoan> all() {
        return loans.values();
    }

    public boolean isEmpty() {
        return loans.isEmpty();
    }

    /** The members from whom something is borrowed. */
    Collection<Integer> lenders() {
        return countOf.keySet();
    }

    public List<BorrowedLoan> from(int lender) {
        return loans.values().stream().filter(loan -> loan.lender == lender).toList();
    }

    public boolean isAnyRecalled() {
        return recalling > 0;
    }

    void remove(BorrowedLoan loan) {
        loans.remove(loan.account.loan());
        byLender.remove(new Key(loan.lender, loan.number));
        countOf.computeIfPresent(loan.lender, (lender, count) -> count == 1 ? null : count - 1);
        returningBytes -= loan.returningBytes();
        executedBefore += loan.account.executed();
        createdBefore |= loan.createdTasks() > 0;
        recalling -= loan.state() == State.RECALLING ? 1 : 0;
    }

    /** A loan goes home. */
    LoanReturn giveBack(BorrowedLoan loan, LoanReturn made) {
        returningBytes += made.resultBytes();
        return loan.giveBack(made);
    }

    /** The bytes of results that are on their way home. */
    long returningBytes() {
        return returningBytes;
    }

    /** Drops a loan that its lender took back. */
    public void drop(BorrowedLoan loan) {
        remove(loan);
        loan.account.markVoided();
        pool.takeOut(account -> account == loan.account, Integer.MAX_VALUE); // takers drop what this misses
        aside.removeIf(task -> task.account() == loan.account);
    }

    /** The number of tasks that were ever executed here. */
    public long executed() {
        long total = executedBefore;
        for (BorrowedLoan loan : loans.values()) {
            total += loan.account.executed();
        }
        return total;
    }

    /** Returns whether tasks have been seen to put others. */
    public boolean tasksCreateTasks() {
        return createdBefore || loans.values().stream().anyMatch(loan -> loan.createdTasks() > 0);
    }

    // --- tasks that may be lent on ----------------------------------------------------------------------------------

    /** The number of tasks that are on their way home and wanted back here. */
    public long tasksComingBack() {
        long tasks = 0;
        for (BorrowedLoan loan : loans.values()) {
            tasks += loan.wantedBy() == self ? loan.tasksGoingHome() : 0;
        }
        return tasks;
    }

    /** Takes out tasks of loans that are not being settled. */
    public Map<BorrowedLoan, List<PooledTask>> takeOut(GivenTasks given) {
        Map<BorrowedLoan, List<PooledTask>> taken = new LinkedHashMap<>();
        @Nullable LoanAccount account = null;
        List<PooledTask> ofAccount = List.of();
        for (PooledTask task : given.takenFrom(pool, this::isLendable)) {
            if (task.account() != account) { // most follow another of their loan
                account = task.account();
                BorrowedLoan loan = loans.get(account.loan());
                ofAccount = loan == null // void
                        ? new ArrayList<>()
                        : taken.computeIfAbsent(loan, unseen -> new ArrayList<>());
            }
            ofAccount.add(task);
        }
        return taken;
    }

    private boolean isLendable(LoanAccount account) {
        BorrowedLoan loan = loans.get(account.loan());
        return loan != null && loan.isLendable();
    }

    /** Tasks are here again that were taken out of the pool, or came home: they go where their loan wants them. */
    public void comeBack(List<PooledTask> tasks) {
        List<PooledTask> back = new ArrayList<>();
        for (PooledTask task : tasks) {
            BorrowedLoan loan = loans.get(task.account().loan());
            if (loan == null || loan.account != task.account()) {
                continue; // void
            }
            if (loan.state() == State.SETTLING) {
                loan.addUnfinished(task);
            } else {
                back.add(task);
            }
        }
        toPool(back);
    }

    private void toPool(List<PooledTask> tasks) {
        List<PooledTask> now = new ArrayList<>();
        Suspect alone = suspects.peek();
        for (PooledTask task : tasks) {
            boolean waits = alone != null && task.account() != alone.loan.account;
            (waits ? aside : now).add(task);
        }
        if (!now.isEmpty()) {
            pool.putBack(now);
        }
    }

    /** Data objects are written: tasks that wait for them only may be begun or lent. */
    public void written(List<WrittenObject> objects) {
        objects.forEach(object -> pool.classed().written(object.id()));
    }

    /** Data objects were written that count only when loans from here are home: until then nobody need try to read them. */
    public void unwritten(List<WrittenObject> objects) {
        objects.forEach(object -> pool.classed().unwritten(object.id()));
    }

    /** Adds tasks that were granted: whoever lent them knows of nothing that they wait for. */
    void granted(List<PooledTask> tasks) {
        pool.classed().mayBeWritten(tasks);
        if (suspects.isEmpty()) {
            pool.refill(tasks);
        } else {
            aside.addAll(tasks);
        }
    }

    /**
     * Adds a suspect, which begins when nothing else runs here: what was borrowed before goes home, what comes
     * meanwhile waits.
     */
    void grantedSuspect(BorrowedLoan loan, PooledTask task) {
        pool.classed().mayBeWritten(List.of(task)); // as in granted
        loan.keepAlone();
        suspects.add(new Suspect(loan, task));
    }

    /** Returns whether nothing is to be asked for, or given, since a task is here that is to run alone. */
    public boolean isKeptForSuspect() {
        return !suspects.isEmpty();
    }

    private void advanceSuspects(long nowNanos) {
        while (!suspects.isEmpty() && !isHere(suspects.peek().loan)) {
            suspects.remove();
        }
        Suspect alone = suspects.peek();
        if (alone == null) {
            if (!aside.isEmpty()) {
                List<PooledTask> waited = aside;
                aside = new ArrayList<>();
                comeBack(waited);
            }
            return;
        }
        if (alone.begun) {
            return;
        }
        if (!alone.loan.isRunning()) {
            suspects.remove(); // it goes home, not begun
            comeBack(List.of(alone.task));
            return;
        }
        List<BorrowedLoan> before = loans.headMap(alone.loan.account.loan()).values().stream()
                .filter(loan -> loan.lender != BorrowedLoan.FROM_NOBODY)
                .toList();
        if (before.isEmpty()) {
            alone.begun = true;
            alone.loan.beginAlone(nowNanos);
            pool.refill(List.of(alone.task));
        } else {
            settleAll(before, FOREVER, nowNanos);
        }
    }

    /** Picks those of these tasks whose objects are all written, as far as is known here. */
    public List<PooledTask> allWritten(List<PooledTask> tasks) {
        return pool.classed().withAllWritten(true, tasks);
    }

    /** The others. */
    public List<PooledTask> notAllWritten(List<PooledTask> tasks) {
        return pool.classed().withAllWritten(false, tasks);
    }

    /** Tasks that threw are to be tried again, after the others. */
    public void tryAgain(List<PooledTask> tasks) {
        if (!tasks.isEmpty()) {
            pool.refill(tasks);
        }
    }

    // --- settling -------------------------------------------------------------------------------------------------

    /** Sends everything home from now on. */
    public void drain(long meanTaskNanos, long nowNanos) {
        draining = true;
        settleAll(List.copyOf(loans.values()), meanTaskNanos, nowNanos);
    }

    public boolean isDraining() {
        return draining;
    }

    /** Begins to close the loans of which nothing is queued, running or lent on any more. */
    List<BorrowedLoan> closeThoseDone() {
        List<BorrowedLoan> done = new ArrayList<>();
        for (BorrowedLoan loan : loans.values()) {
            if (loan.lender != BorrowedLoan.FROM_NOBODY && loan.isDone()) {
                recalling -= loan.state() == State.RECALLING ? 1 : 0;
                loan.close();
                done.add(loan);
            }
        }
        return done;
    }

    /**
     * Looks after loans being settled: what threads have set aside is theirs, and those that wait for too long are
     * resumed. Loans that are old or whose result is big begin to be settled.
     *
     * @param bigExecuted how many tasks make a result too big; {@link Long#MAX_VALUE} if unknown
     */
    void advance(long bigExecuted, long meanTaskNanos, long nowNanos) {
        comeBack(pool.takeSetAside());
        advanceSuspects(nowNanos);
        List<BorrowedLoan> due = new ArrayList<>();
        for (BorrowedLoan loan : loans.values()) {
            if (loan.state() == State.SETTLING && nowNanos >= loan.dueNanos()) {
                toPool(loan.resume(nowNanos));
            } else if (loan.state() == State.RECALLING && !loan.isLentOn()) {
                due.add(loan);
            } else if (loan.isRunning() && isDue(loan, bigExecuted, nowNanos)) {
                if (pool.classed().size() > 0 && !draining) {
                    loan.wantedBy(self); // what its tasks read is here
                }
                due.add(loan);
            }
        }
        settleAll(due, meanTaskNanos, nowNanos);
        settleWithheld(nowNanos);
    }

    /**
     * Settles loans with tasks that are withheld: what tasks of a loan write counts when the loan is
     * home. Those that wait for it wait for nothing else once all others here have begun, so their loans go home; what
     * was running may take its time.
     */
    private void settleWithheld(long nowNanos) {
        if (pool.classed().withheld() == 0) {
            return;
        }
        int wait = loans.values().stream().mapToInt(BorrowedLoan::withheld).sum();
        if (pool.classed().withheld() > wait) {
            // No thread takes the others, which would see that their loan is void or about to go home.
            comeBack(pool.classed().takeWithheld(account -> !loans.containsKey(account.loan()) || isSettling(account)));
        }
        if (!pool.isEmpty()) {
            return;
        }
        for (BorrowedLoan loan : List.copyOf(loans.values())) {
            if (loan.withheld() > 0 && loan.lender != BorrowedLoan.FROM_NOBODY && loan.isRunning()) {
                if (loan.lender == Membership.ROOT) {
                    loan.wantedBy(self); // what it wrote lies here; another lender knows no better what is written
                }
                settleAll(List.of(loan), FOREVER, nowNanos);
            }
        }
    }

    private boolean isDue(BorrowedLoan loan, long bigExecuted, long nowNanos) {
        return nowNanos >= loan.dueNanos()
                || (draining && loan.lender != BorrowedLoan.FROM_NOBODY)
                || loan.resultBytes() > limits.resultBytes()
                || loan.failedBytes() > limits.bundleBytes()
                || loan.writtenCount() > WrittenObject.MOST_IN_A_LOAN
                || loan.account.executed() > bigExecuted;
    }

    /** Settles a loan soon, done or not. */
    public void settleSoon(BorrowedLoan loan, long meanTaskNanos, long nowNanos) {
        if (loan.isRunning()) {
            settleAll(List.of(loan), meanTaskNanos, nowNanos);
        }
    }

    private void settleAll(List<BorrowedLoan> chosen, long meanTaskNanos, long nowNanos) {
        boolean any = false;
        for (BorrowedLoan loan : chosen) {
            if (loan.lender == BorrowedLoan.FROM_NOBODY) {
                continue;
            }
            if (loan.isRunning() || loan.state() == State.RECALLING) {
                any |= settleOrRecall(loan, meanTaskNanos, nowNanos);
            }
        }
        if (any) {
            comeBack(pool.takeOut(this::isSettling, Integer.MAX_VALUE));
            List<PooledTask> waited = aside;
            aside = new ArrayList<>();
            comeBack(waited);
        }
    }

    private boolean isSettling(LoanAccount account) {
        BorrowedLoan loan = loans.get(account.loan());
        return loan != null && loan.state() == State.SETTLING;
    }

    /**
     * Gives about half of what is queued back: first whole loans of which nothing was begun, the youngest first; then, if
     * that is not enough and there is more than the threads can begin at once, loans that were begun. Tasks that read data
     * objects stay: what they read is here or on its way, and on a slow network they would be asked back wherever they went.
     */
    void giveBackSome(long meanTaskNanos, long nowNanos) {
        if (isKeptForSuspect()) {
            return; // all but that goes home anyway
        }
        List<PooledTask> queued = pool.takeOutPlain(account -> true, Integer.MAX_VALUE);
        Map<LoanAccount, Integer> counts = new LinkedHashMap<>();
        queued.forEach(task -> counts.merge(task.account(), 1, Integer::sum));
        long goal = (queued.size() + 1L) / 2;
        long given = 0;
        for (BorrowedLoan loan : loans.descendingMap().values()) {
            int count = counts.getOrDefault(loan.account, 0);
            if (given < goal && loan.isUntouched(count)) {
                settle(loan, meanTaskNanos, nowNanos);
                given += count;
            }
        }
        for (BorrowedLoan loan : loans.descendingMap().values()) {
            int count = counts.getOrDefault(loan.account, 0);
            boolean surplus = given < goal && count > 0 && queued.size() - given >= 2L * pool.threads();
            if (surplus && loan.isRunning()) {
                settleOrRecall(loan, meanTaskNanos, nowNanos);
                given += count;
            }
        }
        comeBack(queued);
    }

    /** Settles a loan, or calls home first what was lent on of it. Whether it did already. */
    private boolean settleOrRecall(BorrowedLoan loan, long meanTaskNanos, long nowNanos) {
        if (loan.isRunning() && loan.isLentOn()) {
            loan.recall();
            recalling++;
            return false;
        }
        settle(loan, meanTaskNanos, nowNanos);
        return true;
    }

    private void settle(BorrowedLoan loan, long meanTaskNanos, long nowNanos) {
        recalling -= loan.state() == State.RECALLING ? 1 : 0;
        boolean patient = draining || meanTaskNanos == FOREVER;
        long patience = patient ? FOREVER : Math.max(limits.patienceNanos(), PATIENCE_TASKS * meanTaskNanos);
        loan.settle(patience, nowNanos);
    }
}
