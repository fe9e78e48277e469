package org.moide.balance.loan.borrower;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
 * One loan at its borrower; and, as a loan from nobody that is never returned, all the tasks of the root.
 *
 * <pre>
 * from        to          when
 * RUNNING     RECALLING   it is to be returned with what is done, and tasks of it were lent on
 * RUNNING     SETTLING    it is to be returned with what is done: its tasks are no longer begun
 * RECALLING   SETTLING    all that was lent on has come home
 * SETTLING    RUNNING     what was running takes too long to keep the rest waiting
 * RUNNING, RECALLING      nothing of it is queued, running or lent on
 *             CLOSING
 * SETTLING    CLOSING     nothing of it is running
 * CLOSING     RETURNING   a compute thread has merged and encoded its result
 * RETURNING   (gone)      the lender has it
 * any         (gone)      it is void
 * </pre>
 *
 * <p>{@code elsewhere} is how many of the loan's tasks are neither queued nor running here nor executed here: lent on and
 * not back, executed by others, set aside as unfinished or failed; less those that others created and sent back.
 */
public class BorrowedLoan {
    /** The lender of the root's own tasks. */
    public static final int FROM_NOBODY = LoanReturned.NOBODY;

    /** The state of a loan. */
    public enum State {
        RUNNING,
        RECALLING,
        SETTLING,
        CLOSING,
        RETURNING
    }

    public final int lender;
    final long number;
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
    private final List<WrittenObject> written = new ArrayList<>(); // by what was lent on
    private long resultBytes;
    private int wantedBy = LoanReturned.NOBODY;
    private int returningTasks;
    private @Nullable LoanReturn returning;
    private long nextTask; // at the root

    public BorrowedLoan(int lender, long number, LoanAccount account, BalancerLimits limits, long nowNanos) {
        this.lender = lender;
        this.number = number;
        this.account = account;
        this.limits = limits;
        this.dueNanos = lender == FROM_NOBODY ? Long.MAX_VALUE : nowNanos + limits.settleNanos();
    }

    /** The number of its tasks that wait here for objects that nobody has written; none if it is about to go home. */
    int withheld() {
        return state == State.SETTLING ? 0 : account.withheld();
    }

    public State state() {
        return state;
    }

    public boolean isRunning() {
        return state == State.RUNNING;
    }

    /** Returns whether nothing of the loan is queued or running here. */
    public boolean isQuiet() {
        return account.isDone(elsewhere);
    }

    /** The number of its tasks that are neither done nor lent; at the root. */
    public long openTasks() {
        return account.bundleTasks() + account.created() - account.executed() - elsewhere;
    }

    /** Keeps its one task for this member only; what that puts is for all. */
    void keepFirst() {
        keepsFirst = true;
    }

    /** Keeps its one task, a suspect, until nothing else runs here. */
    void keepAlone() {
        suspect = true;
        dueNanos = Long.MAX_VALUE;
    }

    /** Begins its task, since nothing else runs here. */
    void beginAlone(long nowNanos) {
        dueNanos = nowNanos + limits.settleNanos();
    }

    /** Returns whether tasks of the loan may be lent on. */
    boolean isLendable() {
        return isRunning() && !suspect && (!keepsFirst || account.executed() > 0);
    }

    /** Returns whether nothing is left to do with the loan but to return it. */
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
     * @param tasks how many of its tasks the caller has found queued
     */
    public boolean isUntouched(int tasks) {
        return isRunning()
                && tasks == account.bundleTasks()
                && bundlesOut == 0
                && elsewhere == 0
                && account.created() == 0;
    }

    // --- tasks that go and come -------------------------------------------------------------------------------------

    /** Counts tasks that were put, from nobody's loan; at the root. */
    public void put(int tasks) {
        elsewhere -= tasks;
    }

    /** Encoded tasks of it, as they lie in a pool; those of the root have numbers. */
    public List<PooledTask> pooled(List<byte[]> tasks) {
        return pooled(tasks, 0);
    }

    /** Pools tasks with their place in the loan, if they are not the root's. */
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

    /** Skips this many numbers, of tasks that are not in the pool any more; at the root. */
    public void skipNumbers(int tasks) {
        nextTask += tasks;
    }

    /**
     * Takes this many of the next numbers, for tasks that come to the pool later; answers the first of them. At the
     * root.
     */
    public long takeNumbers(int tasks) {
        long first = nextTask;
        nextTask += tasks;
        return first;
    }

    /** Pools the tasks that an earlier root has left, by their numbers; the next gets {@code next}. At the root. */
    public List<PooledTask> pooled(Map<Long, byte[]> tasks, long next) {
        nextTask = next;
        return numbered(tasks);
    }

    /** Pools tasks that have their numbers already; at the root. */
    public List<PooledTask> numbered(Map<Long, byte[]> tasks) {
        List<PooledTask> pooled = new ArrayList<>(tasks.size());
        tasks.forEach((number, task) -> pooled.add(new NumberedTask(account, task, number)));
        return pooled;
    }

    /** A bundle of its tasks is taken out of the pool to be lent. */
    public void lendOn(int tasks) {
        elsewhere += tasks;
        bundlesOut++;
    }

    /** Counts some tasks of a bundle as back; the bundle is still out. */
    public void someBack(int tasks) {
        elsewhere -= tasks;
    }

    /** A bundle is out no more. */
    public void bundleBack(int tasks) {
        elsewhere -= tasks;
        bundlesOut--;
    }

    /** Counts here, from now on, what a bundle has done. */
    public void count(long executedTasks, long createdTasks) {
        lentExecuted += executedTasks;
        lentCreated += createdTasks;
    }

    /** The loan as it is now, for observers: what is done is counted before what was put, so it is never more. */
    public BorrowedFrom now() {
        long executed = executedTasks();
        return new BorrowedFrom(lender, 1, account.bundleTasks() + createdTasks(), executed);
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
    }

    public int resultCount() {
        return results.size();
    }

    public long resultBytes() {
        return resultBytes;
    }

    /** Adds data objects that tasks have written which were lent on. */
    public void addWritten(List<WrittenObject> objects) {
        written.addAll(objects);
    }

    int writtenCount() {
        return written.size() + account.writtenCount();
    }

    /** The data objects that its tasks have written, here and elsewhere. */
    List<WrittenObject> written() {
        List<WrittenObject> all = new ArrayList<>(account.written());
        all.addAll(written);
        return all;
    }

    /** Takes the results that have come so far, to be merged while it goes on. */
    public List<byte[]> takeResults() {
        List<byte[]> taken = results;
        results = new ArrayList<>();
        merging++;
        return taken;
    }

    void merged() {
        merging--;
    }

    /** The results that a compute thread has still to merge. */
    List<byte[]> results() {
        return results;
    }

    // --- tasks that threw -------------------------------------------------------------------------------------------

    /** Adds a task of the loan that threw here. */
    void failedHere(FailedTask failure) {
        elsewhere++;
        failedElsewhere(failure);
    }

    /** Adds a task of the loan that threw where it was lent to. */
    public void failedElsewhere(FailedTask failure) {
        failed.add(failure);
        failedBytes += failure.bytes();
    }

    List<FailedTask> failed() {
        return failed;
    }

    long failedBytes() {
        return failedBytes;
    }

    // --- settling -------------------------------------------------------------------------------------------------

    /** Calls home what was lent on of it, so that it is returned soon. */
    void recall() {
        move(State.RECALLING, State.RUNNING);
        dueNanos = Long.MAX_VALUE;
    }

    /** Settles the loan: from here on its queued tasks are unfinished ones. */
    void settle(long patienceNanos, long nowNanos) {
        move(State.SETTLING, State.RUNNING, State.RECALLING);
        dueNanos = patienceNanos == Long.MAX_VALUE ? Long.MAX_VALUE : nowNanos + patienceNanos;
        account.markSettling();
    }

    /** Goes on with a loan that is not settled after all; returns what is to be queued again. */
    List<PooledTask> resume(long nowNanos) {
        move(State.RUNNING, State.SETTLING);
        dueNanos = nowNanos + limits.settleNanos();
        account.markOpen();
        List<PooledTask> again = List.copyOf(unfinished);
        elsewhere -= unfinished.size();
        unfinished.clear();
        return again;
    }

    void addUnfinished(PooledTask task) {
        unfinished.add(task);
        elsewhere++;
    }

    List<PooledTask> unfinished() {
        return unfinished;
    }

    /** Marks its unfinished tasks as wanted by this member, if the lender can do that. */
    void wantedBy(int member) {
        wantedBy = member;
    }

    int wantedBy() {
        return wantedBy;
    }

    /** The number of its tasks that are on their way home, not begun. */
    int tasksGoingHome() {
        return returning == null ? unfinished.size() : returningTasks;
    }

    void close() {
        move(State.CLOSING, State.RUNNING, State.RECALLING, State.SETTLING);
        dueNanos = Long.MAX_VALUE;
    }

    /** The length of its result while it goes home. */
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
        return made;
    }

    /** The return that is under way; null before it is {@link State#RETURNING}. */
    @Nullable
    LoanReturn returning() {
        return returning;
    }

    /** The time at which its age, its patience or its repetition next wants something. */
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
