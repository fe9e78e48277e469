package org.moide.balance.pool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;

/**
 * A loan's record at its borrower: the numbers of its tasks created and executed, and its partial results. Each compute
 * thread has fields of its own, so counting causes no contention.
 *
 * <pre>
 * field              written by                             read by
 * created, executed  the owning compute thread (release)    the control thread (acquire), executed before created
 * partial            the owning compute thread (plain)      the closing compute thread, after the control thread saw
 *                                                           that the loan was done and told it
 * standing           the control thread (volatile)          any thread
 * </pre>
 *
 * <p>A thread counts a task as created before it queues it ({@link EnginePool#put} does), and as executed after all
 * effects of the task: its puts and the merge of its result. So if the sum of executed, read first, equals the sum of
 * created, read second, then no task of the loan is queued or running.
 */
public class LoanAccount {
    /** The distance between the counters of two threads: two cache lines, since processors fetch lines in pairs. */
    private static final int PADDING = 16;

    /** The standing of a loan, which decides what happens to its queued tasks. */
    enum Standing {
        OPEN,
        SETTLING,
        VOIDED
    }

    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);

    private final long loan;
    private final int lender;
    private final long lentAs;
    private final int threads;
    private final int bundleTasks;
    private final long[] created;
    private final long[] executed;
    private final @Nullable Object[] partials;
    private volatile Standing standing = Standing.OPEN;
    private final AtomicInteger withheld = new AtomicInteger(); // changed under the lock of ClassedTasks
    private volatile @Nullable WrittenObjects written; // null until a task has written one
    private final AtomicBoolean listed = new AtomicBoolean(); // whether executions has this account
    private @Nullable Executions executions; // set before the loan's tasks are queued

    /**
     * Creates the account of a loan without a lender, such as the root's own tasks.
     *
     * @param loan the account's number, which the engine chooses: loan numbers of two lenders may be equal
     * @param threads the number of compute threads; 0 at the root
     * @param bundleTasks the number of lent tasks; 0 at the root, where tasks are put later
     */
    public LoanAccount(long loan, int threads, int bundleTasks) {
        this(loan, threads, bundleTasks, 0, 0);
    }

    /**
     * Creates the account of a borrowed loan.
     *
     * @param lender the lending member
     * @param lentAs the loan's number at the lender
     */
    public LoanAccount(long loan, int threads, int bundleTasks, int lender, long lentAs) {
        if (loan < 1 || threads < 0 || bundleTasks < 0) {
            throw new IllegalArgumentException("expected a loan number from 1 and threads and tasks from 0 on, found"
                    + " loan " + loan + ", " + threads + " threads, " + bundleTasks + " tasks");
        }
        this.loan = loan;
        this.lender = lender;
        this.lentAs = lentAs;
        this.threads = threads;
        this.bundleTasks = bundleTasks;
        this.created = new long[(threads + 1) * PADDING];
        this.executed = new long[(threads + 1) * PADDING];
        this.partials = new Object[(threads + 1) * PADDING];
    }

    public final long loan() {
        return loan;
    }

    public final int lender() {
        return lender;
    }

    /** Returns the loan's number at its lender; 0 without a lender. */
    public final long lentAs() {
        return lentAs;
    }

    /** Returns the number of tasks that the lender has lent in this loan. */
    public final int bundleTasks() {
        return bundleTasks;
    }

    /** Records executed tasks in {@code all} too. Called before the loan's tasks are queued. */
    public final void recordIn(Executions all) {
        executions = all;
    }

    // --- compute thread -------------------------------------------------------------------------------------------

    /** Counts a task that {@code thread} is about to queue. Called by that thread only. */
    final void countCreated(int thread) {
        int cell = cell(thread);
        CELL.setRelease(created, cell, created[cell] + 1);
        Executions all = executions;
        if (all != null) {
            all.created();
        }
    }

    /**
     * Counts a task that {@code thread} has executed, after its puts and after its result is in {@link #partial}.
     * Called by that thread only.
     */
    public final void countExecuted(int thread) {
        int cell = cell(thread);
        CELL.setRelease(executed, cell, executed[cell] + 1);
        Executions all = executions;
        if (all != null) {
            all.executed(thread, this);
        }
    }

    /** Marks this account as listed in its {@link Executions}; returns whether it was not. Any thread may call it. */
    final boolean list() {
        return !listed.getAndSet(true);
    }

    /** Marks this account as not listed in its {@link Executions}. Called by the control thread only. */
    final void strikeOff() {
        listed.getAndSet(false);
    }

    /**
     * Returns the merged result of those tasks of the loan that {@code thread} has executed; null before the first of
     * them.
     */
    public final @Nullable Object partial(int thread) {
        return partials[cell(thread)];
    }

    /** Replaces {@link #partial(int)}. Called by that thread, or by the one that closes the loan. */
    public final void setPartial(int thread, @Nullable Object partial) {
        partials[cell(thread)] = partial;
    }

    /**
     * Adds a data object that a task of the loan has written. Called before {@link #countExecuted}.
     *
     * @param object returns the object once the root has its bytes, and null until then
     */
    public final void wrote(Supplier<@Nullable WrittenObject> object) {
        WrittenObjects objects = written;
        if (objects == null) {
            synchronized (this) {
                objects = written;
                if (objects == null) {
                    objects = new WrittenObjects();
                    written = objects;
                }
            }
        }
        objects.add(object);
    }

    /** Returns whether any thread has a {@link #partial} result. Call it only when the loan is done. */
    public final boolean hasResult() {
        for (int thread = 0; thread < threads; thread++) {
            if (partials[cell(thread)] != null) {
                return true;
            }
        }
        return false;
    }

    // --- control thread -------------------------------------------------------------------------------------------

    /**
     * Returns the number of tasks of this loan executed on this member: both tasks that were lent and tasks that those
     * created.
     */
    public long executed() {
        return sum(executed);
    }

    /** Returns the number of tasks that the loan's tasks have created; lent tasks are not counted. */
    public long created() {
        return sum(created);
    }

    /** Returns the number of the loan's tasks that are withheld, since they read an object not yet written. */
    public final int withheld() {
        return withheld.get();
    }

    /** Adds to the number of withheld tasks. Any thread may call it. */
    final void countWithheld(int more) {
        withheld.addAndGet(more);
    }

    /** Returns the number of this loan's tasks that the compute thread {@code thread} has executed. */
    public final long executed(int thread) {
        return (long) CELL.getAcquire(executed, cell(thread));
    }

    /**
     * Returns whether no task of the loan is queued or running.
     *
     * @param elsewhere the number of its tasks that the control thread has taken out of the pool and not put back, to
     *     lend or to return them; tasks that were added to the loan later are subtracted
     */
    public boolean isDone(long elsewhere) {
        long executedSoFar = executed(); // first: a task created after this sum was read is not counted in it
        long createdSoFar = created();
        return executedSoFar + elsewhere == bundleTasks + createdSoFar;
    }

    /** Returns the data objects that the loan's tasks have written; complete once {@link #isWrittenStored} is true. */
    public final List<WrittenObject> written() {
        WrittenObjects objects = written;
        return objects == null ? List.of() : objects.all();
    }

    public final int writtenCount() {
        WrittenObjects objects = written;
        return objects == null ? 0 : objects.count();
    }

    /**
     * Returns whether the root (the member where tasks come from) has the bytes of all data objects that the loan's
     * tasks have written; call it only when the loan {@link #isDone}.
     */
    public final boolean isWrittenStored() {
        WrittenObjects objects = written;
        return objects == null || objects.areStored();
    }

    /**
     * Marks the loan as settling, that is, being returned early: a thread that takes one of its tasks sets the task
     * aside. Called by the control thread only.
     */
    public final void markSettling() {
        standing = Standing.SETTLING;
    }

    /** Marks the loan as open again: its tasks may begin. Called by the control thread only. */
    public final void markOpen() {
        standing = Standing.OPEN;
    }

    /**
     * Marks the loan as void, because its lender took it back: a thread that takes one of its tasks drops the task.
     * Called by the control thread only.
     */
    public final void markVoided() {
        standing = Standing.VOIDED;
    }

    /** Returns whether the loan is void, so that its tasks and results have no use. Any thread may call it. */
    public final boolean isVoided() {
        return standing == Standing.VOIDED;
    }

    final Standing standing() {
        return standing;
    }

    @Override
    public final String toString() {
        return "loan " + loan + " of " + bundleTasks + " tasks";
    }

    private int cell(int thread) {
        if (thread < 0 || thread >= threads) {
            throw new IllegalArgumentException(
                    "loan " + loan + ": expected a thread from 0 to " + (threads - 1) + ", found " + thread);
        }
        return (thread + 1) * PADDING - PADDING / 2;
    }

    private long sum(long[] counters) {
        long total = 0;
        for (int thread = 0; thread < threads; thread++) {
            total += (long) CELL.getAcquire(counters, cell(thread));
        }
        return total;
    }
}
