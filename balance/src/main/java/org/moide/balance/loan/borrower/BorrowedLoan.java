package org.moide.balance.loan.borrower;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.BorrowedFrom;
import org.moide.balance.loan.FailedTask;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.NumberedTask;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;

/**
 * One borrowed loan, as its borrower manages it. The root's own tasks are a loan too, which has no lender and is never
 * returned.
 *
 * <pre>
 * from        to          when
 * APART       RUNNING     the lender has made a loan of the one task, which was moved out of another loan while it ran
 * RUNNING     RECALLING   the loan must be returned, and some of its tasks are lent on
 * RUNNING     SETTLING    the loan must be returned: its queued tasks no longer begin
 * RECALLING   SETTLING    all tasks lent on are back
 * SETTLING    RUNNING     the running tasks take too long to keep the queued ones waiting
 * RUNNING, RECALLING      no task is queued, running or lent on
 *             CLOSING
 * SETTLING    CLOSING     no task is running
 * CLOSING     RETURNING   a compute thread has merged and encoded the result
 * RETURNING   (gone)      the lender has acknowledged the return
 * any         (gone)      the loan is void
 * </pre>
 *
 * <p>{@code elsewhere} counts the loan's tasks that are neither queued, running nor executed here: tasks lent on,
 * executed by others, moved to loans of their own, or set aside as unfinished or failed. Tasks that other members
 * created while they executed tasks of this loan, and sent back, are subtracted.
 */
public class BorrowedLoan {
    /** The value of {@code lender} for the loan of the root's own tasks, which nobody has lent. */
    public static final int FROM_NOBODY = LoanReturned.NOBODY;

    public enum State {
        APART,
        RUNNING,
        RECALLING,
        SETTLING,
        CLOSING,
        RETURNING
    }

    public final int lender;
    private long number; // 0 while it is apart
    public final LoanAccount account;
    private final BalancerLimits limits;
    private final List<PooledTask> unfinished = new ArrayList<>();
    private final List<FailedTask> failed = new ArrayList<>();
    private long failedBytes;
    private State state = State.RUNNING;
    private boolean keepsFirst;
    private boolean suspect;
    private long dueNanos;
    private long elsewhere;
    private int bundlesOut;
    private int merging;
    private long lentExecuted;
    private long lentCreated;
    private List<byte[]> results = new ArrayList<>();
    private final List<WrittenObject> written = new ArrayList<>(); // by tasks that this member lent to others
    private long resultBytes;
    private int wantedBy = LoanReturned.NOBODY;
    private int returningTasks;
    private @Nullable LoanReturn returning;
    private long nextTask; // used at the root only
    private Consumer<BorrowedLoan> watcher = unwatched -> {};
    long plannedNanos = Long.MAX_VALUE; // its place in the order in which loans need attention
    private boolean setsApart;
    private boolean apartWanted; // since the loan was last settled
    private final List<Apart> apart = new ArrayList<>();

    /**
     * A running task that was moved out of this loan.
     *
     * @param loan the task's own loan
     * @param runsAt the member that runs the task
     */
    public record Apart(BorrowedLoan loan, PooledTask task, int runsAt) {}

    public BorrowedLoan(int lender, long number, LoanAccount account, BalancerLimits limits, long nowNanos) {
        this.lender = lender;
        this.number = number;
        this.account = account;
        this.limits = limits;
        this.dueNanos = lender == FROM_NOBODY ? Long.MAX_VALUE : nowNanos + limits.settleNanos();
    }

    /** Calls {@code watcher} after each change from which something may follow for the loan. */
    void watchedBy(Consumer<BorrowedLoan> changes) {
        watcher = changes;
    }

    private void changed() {
        watcher.accept(this);
    }

    /**
     * Returns how many of the loan's tasks wait on this member for data objects that nobody has written; 0 while the
     * loan is settled, since its tasks are then returned unfinished.
     */
    int withheld() {
        return state == State.SETTLING ? 0 : account.withheld();
    }

    public State state() {
        return state;
    }

    /**
     * Returns the loan's number at its lender; 0 while the loan is {@link State#APART}, when its lender does not know
     * it yet.
     */
    long number() {
        return number;
    }

    // --- running tasks in loans of their own ------------------------------------------------------------------------

    /** Puts this new loan, of one running task, into the state {@link State#APART}: its lender does not know it yet. */
    void standApart() {
        state = State.APART;
        dueNanos = Long.MAX_VALUE;
        changed();
    }

    /** Gives this loan the number that its lender has assigned to it. */
    void becomes(long lent, long nowNanos) {
        move(State.RUNNING, State.APART);
        number = lent;
        dueNanos = nowNanos + limits.settleNanos();
        changed();
    }

    /** Allows running tasks to be moved out of this loan whenever it is settled, that is, returned early. */
    void setApartWhenSettled() {
        setsApart = true;
        changed();
    }

    /** Returns whether running tasks are moved out of this loan when it is settled, that is, returned early. */
    public boolean isToSetApart() {
        return setsApart;
    }

    /**
     * Returns true once each time that the loan is settled (returned early), if the loan then waits for running tasks
     * that can be moved out of it.
     */
    boolean wantsApart() {
        boolean wants = state == State.SETTLING && setsApart && !apartWanted && !isQuiet();
        apartWanted |= wants;
        return wants;
    }

    /** Counts a task that runs on this member as moved out of this loan into one of its own. */
    void movedApart(Apart moved) {
        apart.add(moved);
        elsewhere++;
        changed();
    }

    /** Counts a task that runs at another member, to which this member has lent it, as moved out of this loan. */
    void lentApart(Apart moved) {
        apart.add(moved);
        bundlesOut--;
        moved.loan().lendOn(1);
        changed();
    }

    /** Returns the running tasks that were moved out of this loan; they are returned with it as unfinished. */
    List<Apart> apart() {
        return apart;
    }

    /** Returns the new loans of the running tasks that were moved out of this one. */
    public List<BorrowedLoan> loansApart() {
        return apart.stream().map(Apart::loan).toList();
    }

    public boolean isRunning() {
        return state == State.RUNNING;
    }

    /** Returns whether none of the loan's tasks is queued or running on this member. */
    public boolean isQuiet() {
        return account.isDone(elsewhere);
    }

    /** Returns the number of tasks that are neither done nor lent. Root only. */
    public long openTasks() {
        return account.bundleTasks() + account.created() - account.executed() - elsewhere;
    }

    /** Keeps the loan's single task on this member; tasks that this task puts may be lent on. */
    void keepFirst() {
        keepsFirst = true;
    }

    /** Holds back the loan's single task, with which an engine has died, until this engine runs nothing else. */
    void keepAlone() {
        suspect = true;
        dueNanos = Long.MAX_VALUE;
        changed();
    }

    /** Begins to count the age of a loan that was held back by {@link #keepAlone}. Called when its task may begin. */
    void beginAlone(long nowNanos) {
        dueNanos = nowNanos + limits.settleNanos();
        changed();
    }

    /** Returns whether queued tasks of this loan may be lent to other members. */
    boolean isLendable() {
        return isRunning() && !suspect && (!keepsFirst || account.executed() > 0);
    }

    /** Returns whether this member has finished all work on the loan, so that it can be closed. */
    boolean isDone() {
        return (state == State.RUNNING || state == State.RECALLING || state == State.SETTLING)
                && bundlesOut == 0
                && merging == 0
                && isQuiet()
                && account.isWrittenStored();
    }

    /**
     * Returns whether no task of the loan was begun.
     *
     * @param tasks the number of its tasks that the caller found queued
     */
    public boolean isUntouched(int tasks) {
        return isRunning()
                && tasks == account.bundleTasks()
                && bundlesOut == 0
                && elsewhere == 0
                && account.created() == 0;
    }

    // --- tasks that go and come -------------------------------------------------------------------------------------

    /** Counts tasks that the application has put while no task of its own ran. Root only. */
    public void put(int tasks) {
        elsewhere -= tasks;
        changed();
    }

    /** Makes pool entries of this loan's encoded tasks. At the root, the tasks get numbers. */
    public List<PooledTask> pooled(List<byte[]> tasks) {
        return pooled(tasks, 0);
    }

    /**
     * Makes pool entries of this loan's encoded tasks, all with the given place in the loan. At the root, the tasks get
     * numbers instead of places.
     */
    public List<PooledTask> pooled(List<byte[]> tasks, int place) {
        List<PooledTask> pooled = new ArrayList<>(tasks.size());
        for (byte[] task : tasks) {
            pooled.add(
                    lender == FROM_NOBODY
                            ? new NumberedTask(account, task, nextTask++)
                            : PooledTask.encoded(account, task, place));
        }
        return pooled;
    }

    /**
     * Skips the numbers of tasks that were given up: they have numbers in the journal, but do not enter the pool. Root
     * only.
     */
    public void skipNumbers(int tasks) {
        nextTask += tasks;
    }

    /**
     * Reserves numbers for tasks that enter the pool later. Root only.
     *
     * @return the first number
     */
    public long takeNumbers(int tasks) {
        long first = nextTask;
        nextTask += tasks;
        return first;
    }

    /**
     * Makes pool entries of the tasks that a failed root left. The next new task gets number {@code next}. Root only.
     */
    public List<PooledTask> pooled(Map<Long, byte[]> tasks, long next) {
        nextTask = next;
        return numbered(tasks);
    }

    /** Makes pool entries of tasks that have numbers. Root only. */
    public List<PooledTask> numbered(Map<Long, byte[]> tasks) {
        List<PooledTask> pooled = new ArrayList<>(tasks.size());
        tasks.forEach((number, task) -> pooled.add(new NumberedTask(account, task, number)));
        return pooled;
    }

    /** Counts tasks that were taken out of the pool, to be lent to another member in one loan. */
    public void lendOn(int tasks) {
        elsewhere += tasks;
        bundlesOut++;
        changed();
    }

    /** Counts tasks as back that this member had lent in a loan which is not returned yet. */
    public void someBack(int tasks) {
        elsewhere -= tasks;
        changed();
    }

    /**
     * Counts a loan that this member had made as returned.
     *
     * @param tasks the number of its tasks that nobody has executed
     */
    public void bundleBack(int tasks) {
        elsewhere -= tasks;
        bundlesOut--;
        changed();
    }

    /**
     * Adds to this loan's counts the executed and created tasks of a returned loan that this member had made of this
     * loan's tasks.
     */
    public void count(long executedTasks, long createdTasks) {
        lentExecuted += executedTasks;
        lentCreated += createdTasks;
        changed();
    }

    /**
     * Returns the loan's state for observers. It reads the executed tasks before the created ones, so executed never
     * exceeds the total.
     */
    public BorrowedFrom now() {
        long executed = executedTasks();
        return new BorrowedFrom(lender, 1, account.bundleTasks() + createdTasks(), executed);
    }

    /** Returns whether tasks of this loan have created tasks on members to which they were lent. */
    boolean createdElsewhere() {
        return lentCreated > 0;
    }

    boolean isLentOn() {
        return bundlesOut > 0;
    }

    public long executedTasks() {
        return account.executed() + lentExecuted;
    }

    public long createdTasks() {
        return account.created() + lentCreated;
    }

    // --- results that came with bundles -----------------------------------------------------------------------------

    public void addResult(byte[] result) {
        results.add(result);
        resultBytes += result.length;
        changed();
    }

    public int resultCount() {
        return results.size();
    }

    public long resultBytes() {
        return resultBytes;
    }

    /** Adds data objects that tasks of this loan have written on members to which they were lent. */
    public void addWritten(List<WrittenObject> objects) {
        written.addAll(objects);
        changed();
    }

    int writtenCount() {
        return written.size() + account.writtenCount();
    }

    /** Returns all data objects that the loan's tasks have written, on this member and on those they were lent to. */
    List<WrittenObject> written() {
        List<WrittenObject> all = new ArrayList<>(account.written());
        all.addAll(written);
        return all;
    }

    /**
     * Takes the results that came so far from members to which tasks of this loan were lent, to merge them before the
     * loan ends.
     */
    public List<byte[]> takeResults() {
        List<byte[]> taken = results;
        results = new ArrayList<>();
        merging++;
        return taken;
    }

    void merged() {
        merging--;
        changed();
    }

    /**
     * Returns the results that came from members to which tasks of this loan were lent, and that no compute thread has
     * merged yet.
     */
    List<byte[]> results() {
        return results;
    }

    // --- tasks that threw -------------------------------------------------------------------------------------------

    /** Adds the failure of a task of this loan that ran on this member. */
    void failedHere(FailedTask failure) {
        elsewhere++;
        failedElsewhere(failure);
    }

    /** Adds a task of the loan that failed on a member it was lent to. */
    public void failedElsewhere(FailedTask failure) {
        failed.add(failure);
        failedBytes += failure.bytes();
        changed();
    }

    List<FailedTask> failed() {
        return failed;
    }

    long failedBytes() {
        return failedBytes;
    }

    // --- settling -------------------------------------------------------------------------------------------------

    /** Begins to ask back the tasks that this member has lent to others, so that this loan can be returned soon. */
    void recall() {
        move(State.RECALLING, State.RUNNING);
        dueNanos = Long.MAX_VALUE;
        changed();
    }

    /**
     * Begins to settle the loan, that is, to return it with the results so far. Its queued tasks do not begin any more
     * and count as unfinished.
     *
     * @param patienceNanos how long to wait for running tasks; {@link Long#MAX_VALUE} for no limit
     */
    void settle(long patienceNanos, long nowNanos) {
        move(State.SETTLING, State.RUNNING, State.RECALLING);
        dueNanos = patienceNanos == Long.MAX_VALUE ? Long.MAX_VALUE : nowNanos + patienceNanos;
        account.markSettling();
        apartWanted = false;
        changed();
    }

    /**
     * Stops the early return of the loan, because running tasks take too long.
     *
     * @return the tasks to queue again
     */
    List<PooledTask> resume(long nowNanos) {
        move(State.RUNNING, State.SETTLING);
        dueNanos = nowNanos + limits.settleNanos();
        account.markOpen();
        List<PooledTask> again = List.copyOf(unfinished);
        elsewhere -= unfinished.size();
        unfinished.clear();
        changed();
        return again;
    }

    void addUnfinished(PooledTask task) {
        unfinished.add(task);
        elsewhere++;
        changed();
    }

    List<PooledTask> unfinished() {
        return unfinished;
    }

    /** Asks the lender, when the loan is returned, to give the unfinished tasks to {@code member}. */
    void wantedBy(int member) {
        wantedBy = member;
    }

    int wantedBy() {
        return wantedBy;
    }

    /** Returns the number of unfinished tasks that are now being returned to the lender. */
    int tasksGoingHome() {
        return returning == null ? unfinished.size() : returningTasks;
    }

    void close() {
        move(State.CLOSING, State.RUNNING, State.RECALLING, State.SETTLING);
        dueNanos = Long.MAX_VALUE;
        changed();
    }

    /** Returns the length of the result that is now being returned to the lender; 0 if none is. */
    int returningBytes() {
        return returning == null ? 0 : returning.resultBytes();
    }

    LoanReturn giveBack(LoanReturn made) {
        move(State.RETURNING, State.CLOSING);
        returningTasks = unfinished.size();
        unfinished.clear();
        failed.clear();
        results.clear();
        returning = made;
        changed();
        return made;
    }

    /** Returns the messages with which the loan is being returned; null before {@link State#RETURNING}. */
    @Nullable
    LoanReturn returning() {
        return returning;
    }

    /**
     * Returns when the loan next needs attention: because of its age, because the patience with its running tasks ends,
     * or because a message must be repeated.
     */
    long dueNanos() {
        return returning == null ? dueNanos : returning.dueNanos();
    }

    private void move(State to, State... from) {
        for (State allowed : from) {
            if (state == allowed) {
                state = to;
                return;
            }
        }
        throw new IllegalStateException(
                account + " from member " + lender + ": it cannot become " + to + " when it is " + state);
    }
}
