package org.moide.balance.pool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;

/**
 * One loan's book at its borrower: how many of its tasks were created and executed, and their results so far, apart for
 * each compute thread so that keeping it costs no contended write.
 *
 * <pre>
 * what               written by                             read by
 * created, executed  the owning compute thread (release)    the control thread (acquire), executed before created
 * partial            the owning compute thread (plain)      the closing compute thread, once the control thread saw
 *                                                           the loan done and said so
 * standing           the control thread (volatile)          any
 * </pre>
 *
 * <p>A thread counts a task as created before it is queued ({@link EnginePool#put} does) and as executed after all that
 * the task did: its puts and the merging of its result. So if the executed, summed first, equal the created, summed
 * second, then nothing of the loan is queued or running.
 */
public class LoanAccount {
    /** Longs between two threads' counters: two cache lines, since processors fetch lines in pairs. */
    private static final int PADDING = 16;

    /** The standing of a loan, which says what to do with its queued tasks. */
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
    private final AtomicInteger withheld = new AtomicInteger(); // changed under the lock of those that withhold them
    private volatile @Nullable WrittenObjects written; // null as long as no task has written any

    /**
     * Opens an account.
     *
     * @param loan its number, the engine's own: two lenders may number theirs alike
     * @param threads how many compute threads the engine has; 0 at the root
     * @param bundleTasks how many tasks were lent; 0 at the root, where tasks are put later
     */
    public LoanAccount(long loan, int threads, int bundleTasks) {
        this(loan, threads, bundleTasks, 0, 0);
    }

    /**
     * Makes the account of a loan that has a lender.
     *
     * @param lender the member
     * @param lentAs the loan's number there
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

    /** The loan's number. */
    public final long loan() {
        return loan;
    }

    /** The member that lent it. */
    public final int lender() {
        return lender;
    }

    /** The loan's number at its lender; 0 if it has none. */
    public final long lentAs() {
        return lentAs;
    }

    /** The number of tasks that were lent. */
    public final int bundleTasks() {
        return bundleTasks;
    }

    // --- compute thread -------------------------------------------------------------------------------------------

    /** Counts a task that {@code thread} is about to queue. Only that thread. */
    final void countCreated(int thread) {
        int cell = cell(thread);
        CELL.setRelease(created, cell, created[cell] + 1);
    }

    /**
     * Counts a task that {@code thread} has run: its puts are made, its result is in {@link #partial}. Only that thread.
     */
    public final void countExecuted(int thread) {
        int cell = cell(thread);
        CELL.setRelease(executed, cell, executed[cell] + 1);
    }

    /** The merged result of what {@code thread} has executed of this loan; null before the first. */
    public final @Nullable Object partial(int thread) {
        return partials[cell(thread)];
    }

    /** Replaces {@link #partial(int)}. Only that thread, or the one that closes the loan. */
    public final void setPartial(int thread, @Nullable Object partial) {
        partials[cell(thread)] = partial;
    }

    /**
     * A task of the loan that has ended well has written a data object. Called before {@link #countExecuted}.
     *
     * @param object what it is, once the root has its bytes; null before
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

    /** Returns whether there is any {@link #partial}; right once the loan is done. */
    public final boolean hasResult() {
        for (int thread = 0; thread < threads; thread++) {
            if (partials[cell(thread)] != null) {
                return true;
            }
        }
        return false;
    }

    // --- control thread -------------------------------------------------------------------------------------------

    /** The number of its tasks, lent and created, that have been executed. */
    public long executed() {
        return sum(executed);
    }

    /** The number of tasks that its tasks have created; those lent do not count. */
    public long created() {
        return sum(created);
    }

    /** The number of its tasks that are withheld here, since nobody has written what they read. */
    public final int withheld() {
        return withheld.get();
    }

    /** Counts this many more of its tasks as withheld. Any thread. */
    final void countWithheld(int more) {
        withheld.addAndGet(more);
    }

    /** The number of its tasks that {@code thread} executed. */
    public final long executed(int thread) {
        return (long) CELL.getAcquire(executed, cell(thread));
    }

    /**
     * Returns whether nothing of the loan is queued or running.
     *
     * @param elsewhere how many of its tasks the control thread has taken out of the pool and not put back, to lend
     *     them or to give them back; less those that it has put in beside the bundle
     */
    public boolean isDone(long elsewhere) {
        long executedSoFar = executed(); // first: what is created after this was read was created by a task not in it
        long createdSoFar = created();
        return executedSoFar + elsewhere == bundleTasks + createdSoFar;
    }

    /** The objects that its tasks have written; all of them once {@link #isWrittenStored} says so. */
    public final List<WrittenObject> written() {
        WrittenObjects objects = written;
        return objects == null ? List.of() : objects.all();
    }

    /** The number of objects that its tasks have written. */
    public final int writtenCount() {
        WrittenObjects objects = written;
        return objects == null ? 0 : objects.count();
    }

    /**
     * Returns whether the root has the bytes of all that the loan's tasks have written; to be asked when {@link
     * #isDone} has said so.
     */
    public final boolean isWrittenStored() {
        WrittenObjects objects = written;
        return objects == null || objects.areStored();
    }

    /**
     * The loan is to be returned with what is done: a thread that takes one of its tasks sets it aside. Only the
     * control thread.
     */
    public final void markSettling() {
        standing = Standing.SETTLING;
    }

    /** The loan is not settled after all: its tasks may be begun again. Only the control thread. */
    public final void markOpen() {
        standing = Standing.OPEN;
    }

    /** The loan is void: its lender took it back. A thread that takes one of its tasks drops it. Only the control thread. */
    public final void markVoided() {
        standing = Standing.VOIDED;
    }

    /** Returns whether the lender took the loan back: its tasks and results are worth nothing. Any thread. */
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
