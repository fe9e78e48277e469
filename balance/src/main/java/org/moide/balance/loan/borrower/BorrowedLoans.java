package org.moide.balance.loan.borrower;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.borrower.BorrowedLoan.State;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.MovableTasks;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.strategy.Membership;

/**
 * The loans that a member has borrowed. It decides which of their tasks may begin, which may be lent on, and which
 * loans are settled.
 */
public final class BorrowedLoans {
    /** The time, in mean task times, for which the early return of a loan waits for running tasks. */
    private static final int PATIENCE_TASKS = 4;

    /**
     * The time for which the settling of a loan waits until its running tasks are moved out of it. That takes two
     * checks of the threads, which come five times a second, and some more checks on a busy machine.
     */
    private static final long APART_NANOS = TimeUnit.SECONDS.toNanos(2);

    /**
     * A patience with running tasks that has no limit. Where a method expects the mean task time, this value also
     * stands for unlimited patience.
     */
    private static final long FOREVER = Long.MAX_VALUE;

    /** A loan's identity: its lender's number, and the loan's number at that lender. */
    private record Key(int lender, long number) {}

    private final int self;
    private final EnginePool pool;
    private final BalancerLimits limits;
    private final Accounts accounts;
    private final Opener opener;
    private final TreeMap<Long, BorrowedLoan> loans = new TreeMap<>(); // in order of arrival, by account number
    private final Map<Key, BorrowedLoan> byLender = new HashMap<>();
    private final TreeMap<Integer, Integer> countOf = new TreeMap<>(); // number of loans by lender
    private final Deque<Suspect> suspects = new ArrayDeque<>(); // tasks that must run alone, the first one first
    private List<PooledTask> aside = new ArrayList<>(); // tasks granted while a suspect must run alone: they wait
    private boolean draining;
    private int recalling;
    private long returningBytes; // bytes of all results under way to lenders
    private long lastAccount;
    private boolean createdElsewhere; // by tasks that were lent on
    private long recallsBegun;

    // A message costs the same however many loans are open: each step examines only those of these collections.
    private SortedMap<Long, BorrowedLoan> changed = new TreeMap<>(); // since the step began, by account number
    private SortedMap<Long, BorrowedLoan> examined = new TreeMap<>(); // in this step, by account number
    private final NavigableSet<BorrowedLoan> planned =
            new TreeSet<>(Comparator.<BorrowedLoan>comparingLong(loan -> loan.plannedNanos)
                    .thenComparingLong(loan -> loan.account.loan()));
    private final Set<BorrowedLoan> wantedHere = new HashSet<>(); // whose unfinished tasks are to come back

    /** A loan of a single task with which an engine has died. The task must run alone. */
    private static final class Suspect {
        private final BorrowedLoan loan;
        private final PooledTask task;
        private boolean begun;

        Suspect(BorrowedLoan loan, PooledTask task) {
            this.loan = loan;
            this.task = task;
        }
    }

    /** A factory for the accounts of borrowed loans, which count their tasks in the engine's pool. */
    public interface Accounts {
        LoanAccount open(long number, int tasks, int lender, long lentAs);
    }

    /** A factory for the objects that manage borrowed loans. */
    public interface Opener {
        BorrowedLoan open(int lender, long number, LoanAccount account, BalancerLimits limits, long nowNanos);
    }

    /** Creates the set of loans of member {@code self}, empty at first. */
    public BorrowedLoans(int self, EnginePool pool, BalancerLimits limits, Accounts accounts, Opener opener) {
        this.self = self;
        this.pool = pool;
        this.limits = limits;
        this.accounts = accounts;
        this.opener = opener;
    }

    /**
     * Returns a new account number. Loans of different lenders may have equal loan numbers, but never equal account
     * numbers.
     */
    public long nextAccount() {
        return ++lastAccount;
    }

    /** Adds a borrowed loan with this many tasks. */
    BorrowedLoan add(int lender, long number, int tasks, long nowNanos) {
        return add(lender, number, accounts.open(nextAccount(), tasks, lender, number), nowNanos);
    }

    public BorrowedLoan add(int lender, long number, LoanAccount account, long nowNanos) {
        BorrowedLoan loan = opener.open(lender, number, account, limits, nowNanos);
        byLender.put(new Key(lender, number), loan);
        enter(loan);
        return loan;
    }

    /**
     * Moves a task that runs on this member into a loan of its own, so that the rest of its loan can be returned. Has
     * no effect if the task has ended or put a task meanwhile.
     */
    void setApart(BorrowedLoan from, PooledTask task, MovableTasks running, long nowNanos) {
        LoanAccount own = accounts.open(nextAccount(), 1, from.lender, from.account.lentAs());
        PooledTask moved = PooledTask.encoded(own, (byte[]) task.task(), task.place());
        if (running.move(task, moved)) {
            from.movedApart(new BorrowedLoan.Apart(addApart(from, own, nowNanos), moved, self));
        }
    }

    /**
     * Moves a task that this member has lent, and that still runs at its borrower, into a loan of its own, so that the
     * rest of its loan can be returned.
     */
    public BorrowedLoan.Apart lentApart(BorrowedLoan from, PooledTask task, int runsAt, long nowNanos) {
        LoanAccount own = accounts.open(nextAccount(), 1, from.lender, from.account.lentAs());
        BorrowedLoan.Apart apart = new BorrowedLoan.Apart(
                addApart(from, own, nowNanos), PooledTask.encoded(own, (byte[]) task.task(), task.place()), runsAt);
        from.lentApart(apart);
        return apart;
    }

    private BorrowedLoan addApart(BorrowedLoan from, LoanAccount account, long nowNanos) {
        BorrowedLoan loan = opener.open(from.lender, 0, account, limits, nowNanos);
        loan.standApart();
        enter(loan);
        return loan;
    }

    private void enter(BorrowedLoan loan) {
        loans.put(loan.account.loan(), loan);
        countOf.merge(loan.lender, 1, Integer::sum);
        loan.account.recordIn(pool.executions());
        loan.watchedBy(this::changed);
        changed(loan);
    }

    /**
     * Has a loan examined in the next step, because it has changed, and plans when it needs attention by itself. A loan
     * calls it, except after changes of its {@link LoanReturn}.
     */
    void changed(BorrowedLoan loan) {
        createdElsewhere |= loan.createdElsewhere();
        if (!isHere(loan)) {
            return;
        }
        changed.put(loan.account.loan(), loan);
        long dueNanos = loan.dueNanos();
        if (dueNanos != loan.plannedNanos) {
            planned.remove(loan);
            loan.plannedNanos = dueNanos;
            if (dueNanos != Long.MAX_VALUE) {
                planned.add(loan);
            }
        }
    }

    /** Has all loans examined in the next step. */
    void allChanged() {
        changed.putAll(loans);
    }

    /** Returns the loans that need attention by now because of their age or for a repeat, in the order of arrival. */
    List<BorrowedLoan> due(long nowNanos) {
        if (dueNanos() > nowNanos) {
            return List.of();
        }
        List<BorrowedLoan> due = new ArrayList<>();
        for (BorrowedLoan loan : planned) {
            if (loan.plannedNanos > nowNanos) {
                break;
            }
            due.add(loan);
        }
        due.sort(Comparator.comparingLong(loan -> loan.account.loan()));
        return due;
    }

    /** Returns when the first loan needs attention; {@link Long#MAX_VALUE} if none does. */
    long dueNanos() {
        return planned.isEmpty() ? Long.MAX_VALUE : planned.first().plannedNanos;
    }

    /** Chooses the loans to examine in this step: those from which something may follow. */
    private void beginStep(long nowNanos) {
        if (changed.isEmpty()) {
            examined.clear();
        } else {
            examined = changed;
            changed = new TreeMap<>();
        }
        for (LoanAccount account : pool.executions().sinceLast()) {
            BorrowedLoan loan = loans.get(account.loan());
            if (loan != null) {
                examined.put(account.loan(), loan);
            }
        }
        due(nowNanos).forEach(loan -> examined.put(loan.account.loan(), loan));
    }

    /** Returns the loans that are examined in this step or have changed in it, in the order of arrival. */
    private List<BorrowedLoan> inStep() {
        if (changed.isEmpty()) {
            return here(examined.values());
        }
        SortedMap<Long, BorrowedLoan> all = new TreeMap<>(examined);
        all.putAll(changed);
        return here(all.values());
    }

    /** Returns those of some loans that are still open. A loop, since each step of a control thread comes here. */
    private List<BorrowedLoan> here(Collection<BorrowedLoan> some) {
        if (some.isEmpty()) {
            return List.of();
        }
        List<BorrowedLoan> here = new ArrayList<>(some.size());
        for (BorrowedLoan loan : some) {
            if (isHere(loan)) {
                here.add(loan);
            }
        }
        return here;
    }

    /** Gives a loan that was {@link State#APART} the number that its lender has for it. */
    void becomes(BorrowedLoan apart, long number, long nowNanos) {
        apart.becomes(number, nowNanos);
        byLender.put(new Key(apart.lender, number), apart);
    }

    @Nullable
    public BorrowedLoan get(int lender, long number) {
        return byLender.get(new Key(lender, number));
    }

    @Nullable
    BorrowedLoan ofAccount(long account) {
        return loans.get(account);
    }

    /** Returns whether the loan is still open: neither void nor returned. */
    public boolean isHere(BorrowedLoan loan) {
        return loans.get(loan.account.loan()) == loan;
    }

    public Collection<BorrowedLoan> all() {
        return loans.values();
    }

    public boolean isEmpty() {
        return loans.isEmpty();
    }

    Collection<Integer> lenders() {
        return countOf.keySet();
    }

    /** Returns whether any loan is another engine's, and not the root's. */
    boolean isAnyOfEngines() {
        return !countOf.isEmpty() && countOf.lastKey() > Membership.ROOT;
    }

    public List<BorrowedLoan> from(int lender) {
        return loans.values().stream().filter(loan -> loan.lender == lender).toList();
    }

    public boolean isAnyRecalled() {
        return recalling > 0;
    }

    /** Returns how many loans have had to be recalled so far. */
    public long recallsBegun() {
        return recallsBegun;
    }

    void remove(BorrowedLoan loan) {
        loans.remove(loan.account.loan());
        byLender.remove(new Key(loan.lender, loan.number()));
        countOf.computeIfPresent(loan.lender, (lender, count) -> count == 1 ? null : count - 1);
        returningBytes -= loan.returningBytes();
        planned.remove(loan);
        loan.plannedNanos = Long.MAX_VALUE;
        wantedHere.remove(loan);
        pool.executions().forget(loan.account);
        recalling -= loan.state() == State.RECALLING ? 1 : 0;
    }

    /** Begins the return of a loan whose result is merged and encoded. */
    LoanReturn giveBack(BorrowedLoan loan, LoanReturn made) {
        returningBytes += made.resultBytes();
        return loan.giveBack(made);
    }

    /** Returns the total size of the results being returned. */
    long returningBytes() {
        return returningBytes;
    }

    /** Drops a loan that its lender has declared void, with its tasks. */
    public void drop(BorrowedLoan loan) {
        remove(loan);
        loan.account.markVoided();
        // Tasks that this misses are dropped when a thread takes them.
        pool.takeOut(account -> account == loan.account, Integer.MAX_VALUE);
        aside.removeIf(task -> task.account() == loan.account);
    }

    /** Returns the number of tasks that this member's threads have executed since the start. */
    public long executed() {
        return pool.executions().total();
    }

    /** Returns whether any task so far has created tasks. */
    public boolean tasksCreateTasks() {
        return createdElsewhere || pool.executions().haveCreated();
    }

    // --- tasks that may be lent on ----------------------------------------------------------------------------------

    /**
     * Returns the number of unfinished tasks that are being returned with the request to give them back to this member.
     */
    public long tasksComingBack() {
        long tasks = 0;
        for (BorrowedLoan loan : wantedHere) {
            tasks += loan.tasksGoingHome();
        }
        return tasks;
    }

    private void wantHere(BorrowedLoan loan) {
        loan.wantedBy(self);
        wantedHere.add(loan);
    }

    /**
     * Takes queued tasks out of the pool, grouped by loan. Loans that are being settled, that is, returned with the
     * results so far, are left out.
     */
    public Map<BorrowedLoan, List<PooledTask>> takeOut(GivenTasks given) {
        Map<BorrowedLoan, List<PooledTask>> taken = new LinkedHashMap<>();
        @Nullable LoanAccount account = null;
        List<PooledTask> ofAccount = List.of();
        for (PooledTask task : given.takenFrom(pool, this::isLendable)) {
            if (task.account() != account) { // neighbours mostly belong to one loan
                account = task.account();
                BorrowedLoan loan = loans.get(account.loan());
                ofAccount = loan == null // the loan is void
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

    /**
     * Puts tasks back that were taken out of the pool. Depending on the state of its loan, a task is queued again, set
     * aside as unfinished, or dropped.
     */
    public void comeBack(List<PooledTask> tasks) {
        if (tasks.isEmpty()) {
            return;
        }
        List<PooledTask> back = new ArrayList<>();
        for (PooledTask task : tasks) {
            BorrowedLoan loan = loans.get(task.account().loan());
            if (loan == null || loan.account != task.account()) {
                continue; // the loan is void
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

    /** Records that data objects are written, so that tasks which waited for them may begin. */
    public void written(List<WrittenObject> objects) {
        objects.forEach(object -> pool.classed().written(object.id()));
    }

    /**
     * Records data objects that become valid only when the loans of this member that wrote them are accepted. Until
     * then, tasks that read them do not begin.
     */
    public void unwritten(List<WrittenObject> objects) {
        objects.forEach(object -> pool.classed().unwritten(object.id()));
    }

    /**
     * Queues tasks that a lender has granted. All objects that they read count as written, since the lender would not
     * have granted them otherwise.
     */
    void granted(List<PooledTask> tasks) {
        pool.classed().mayBeWritten(tasks);
        if (suspects.isEmpty()) {
            pool.refill(tasks);
        } else {
            aside.addAll(tasks);
        }
    }

    /**
     * Adds a suspect, a task with which an engine has died. It begins when nothing else runs on this member. Loans
     * borrowed before it are returned, and tasks granted meanwhile wait until it is done.
     */
    void grantedSuspect(BorrowedLoan loan, PooledTask task) {
        pool.classed().mayBeWritten(List.of(task)); // as in granted()
        loan.keepAlone();
        suspects.add(new Suspect(loan, task));
    }

    /**
     * Returns whether this member must neither ask for nor lend tasks, because it holds a suspect, which must run
     * alone.
     */
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
            suspects.remove(); // it is returned without having begun
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

    /** Returns those of these tasks whose data objects are all written, as far as this member knows. */
    public List<PooledTask> allWritten(List<PooledTask> tasks) {
        return pool.classed().withAllWritten(true, tasks);
    }

    /** Returns those of these tasks that read an object not yet written, as far as this member knows. */
    public List<PooledTask> notAllWritten(List<PooledTask> tasks) {
        return pool.classed().withAllWritten(false, tasks);
    }

    /** Queues failed tasks, to be tried again after the other tasks. */
    public void tryAgain(List<PooledTask> tasks) {
        if (!tasks.isEmpty()) {
            pool.refill(tasks);
        }
    }

    // --- settling -------------------------------------------------------------------------------------------------

    /**
     * Settles all present and future loans, that is, returns them with the results so far, because the member leaves.
     */
    public void drain(long meanTaskNanos, long nowNanos) {
        draining = true;
        settleAll(List.copyOf(loans.values()), meanTaskNanos, nowNanos);
    }

    public boolean isDraining() {
        return draining;
    }

    /** Moves the finished loans to state CLOSING, and returns them. */
    List<BorrowedLoan> closeThoseDone() {
        List<BorrowedLoan> done = new ArrayList<>();
        for (BorrowedLoan loan : inStep()) {
            if (loan.lender == BorrowedLoan.FROM_NOBODY) {
                continue;
            }
            if (loan.isDone()) {
                recalling -= loan.state() == State.RECALLING ? 1 : 0;
                loan.close();
                done.add(loan);
            } else if (loan.account.writtenCount() > 0 && loan.isQuiet() && !loan.account.isWrittenStored()) {
                changed(loan); // nobody says when the objects that its tasks have written are stored
            }
        }
        return done;
    }

    /**
     * Does the work of one step: takes tasks that threads set aside, stops the settling (early return) of loans whose
     * running tasks take too long, and settles loans that are old or whose result is large.
     *
     * @param bigExecuted the number of tasks that make a result too large; {@link Long#MAX_VALUE} if unknown
     */
    void advance(long bigExecuted, long meanTaskNanos, long nowNanos) {
        comeBack(pool.takeSetAside());
        advanceSuspects(nowNanos);
        beginStep(nowNanos);
        List<BorrowedLoan> due = new ArrayList<>();
        for (BorrowedLoan loan : examined.values()) {
            if (!isHere(loan)) {
                continue;
            }
            if (loan.state() == State.SETTLING && nowNanos >= loan.dueNanos()) {
                toPool(loan.resume(nowNanos));
            } else if (loan.state() == State.RECALLING && !loan.isLentOn()) {
                due.add(loan);
            } else if (loan.isRunning() && isDue(loan, bigExecuted, nowNanos)) {
                if (pool.classed().size() > 0 && !draining) {
                    wantHere(loan); // this member has the objects that its tasks read
                }
                due.add(loan);
            }
        }
        settleAll(due, meanTaskNanos, nowNanos);
        settleWithheld(nowNanos);
    }

    /**
     * Settles loans that have tasks waiting for data objects which tasks of this member have written, once all other
     * tasks of this member have begun. Such objects count only when the loan of their writer is accepted, so these
     * loans must be returned first. It waits for running tasks without limit.
     */
    private void settleWithheld(long nowNanos) {
        if (pool.classed().withheld() == 0) {
            return;
        }
        int wait = loans.values().stream().mapToInt(BorrowedLoan::withheld).sum();
        if (pool.classed().withheld() > wait) {
            // No thread takes withheld tasks, so void or settling loans would never notice theirs.
            comeBack(pool.classed().takeWithheld(account -> !loans.containsKey(account.loan()) || isSettling(account)));
        }
        if (!pool.isEmpty()) {
            return;
        }
        for (BorrowedLoan loan : List.copyOf(loans.values())) {
            if (loan.withheld() > 0 && loan.lender != BorrowedLoan.FROM_NOBODY && loan.isRunning()) {
                if (loan.lender == Membership.ROOT) {
                    wantHere(loan); // this member has the objects that its tasks wrote; only the root knows that
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
                || (bigExecuted < Long.MAX_VALUE && loan.account.executed() > bigExecuted); // reads each thread's count
    }

    /**
     * Returns the loans whose running tasks are to be moved out of them. A loan is returned once each time that it is
     * settled.
     */
    List<BorrowedLoan> wantingApart() {
        List<BorrowedLoan> wanting = new ArrayList<>();
        for (BorrowedLoan loan : inStep()) {
            if (loan.wantsApart()) {
                wanting.add(loan);
            }
        }
        return wanting;
    }

    /** Settles a running loan, that is, returns it with the results so far, before its age demands it. */
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
     * Returns about half of the queued tasks to their lenders. It chooses whole untouched loans first, the youngest
     * first; if those are too few, and more tasks are queued than threads can begin, it settles loans that were begun.
     * Tasks that read data objects stay, because this member already has or fetches their objects. On a slow network it
     * would soon ask for these tasks again.
     */
    void giveBackSome(long meanTaskNanos, long nowNanos) {
        if (isKeptForSuspect()) {
            return; // all tasks that are not being returned
        }
        List<PooledTask> queued = pool.takeOutPlain(account -> true, Integer.MAX_VALUE);
        Map<LoanAccount, Integer> counts = new LinkedHashMap<>();
        queued.forEach(task -> counts.merge(task.account(), 1, Integer::sum));
        long goal = (queued.size() + 1L) / 2;
        long given = 0;
        for (BorrowedLoan loan : loans.descendingMap().values()) {
            int count = counts.getOrDefault(loan.account, 0);
            if (given < goal && loan.isLendable() && loan.isUntouched(count)) {
                settle(loan, meanTaskNanos, nowNanos);
                given += count;
            }
        }
        for (BorrowedLoan loan : loans.descendingMap().values()) {
            int count = counts.getOrDefault(loan.account, 0);
            boolean surplus = given < goal && count > 0 && queued.size() - given >= 2L * pool.threads();
            if (surplus && loan.isLendable()) {
                settleOrRecall(loan, meanTaskNanos, nowNanos);
                given += count;
            }
        }
        comeBack(queued);
    }

    /**
     * Settles a loan, that is, returns it with the results so far. If tasks of it were lent on, asks for them back
     * first.
     *
     * @return whether settling has begun
     */
    private boolean settleOrRecall(BorrowedLoan loan, long meanTaskNanos, long nowNanos) {
        if (loan.isRunning() && loan.isLentOn()) {
            loan.recall();
            recalling++;
            recallsBegun++;
            return false;
        }
        settle(loan, meanTaskNanos, nowNanos);
        return true;
    }

    private void settle(BorrowedLoan loan, long meanTaskNanos, long nowNanos) {
        recalling -= loan.state() == State.RECALLING ? 1 : 0;
        boolean patient = draining || meanTaskNanos == FOREVER;
        long leastNanos = loan.isToSetApart() ? APART_NANOS : limits.patienceNanos();
        long patience = patient ? FOREVER : Math.max(leastNanos, PATIENCE_TASKS * meanTaskNanos);
        loan.settle(patience, nowNanos);
    }
}
