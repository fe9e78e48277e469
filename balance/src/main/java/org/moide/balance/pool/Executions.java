package org.moide.balance.pool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A record of the loans whose tasks a pool's compute threads execute. With it, the control thread looks only at loans
 * that may have changed, however many are open.
 *
 * <pre>
 * field          written by                            read by
 * totals, last   the owning compute thread (release)   the control thread (acquire)
 * begun          compute threads                       the control thread
 * seen           the control thread                    the control thread
 * </pre>
 *
 * <p>A thread counts a task in its account first. If its task before was of another loan, it then names the new loan in
 * {@code last}, and lists it in {@code begun} unless it is listed. The control thread keeps a listed loan until no
 * thread's {@code last} names it. It then strikes the loan off, and reads {@code last} and, through its caller, the
 * account again, so it misses no task.
 */
public final class Executions {
    /** The distance between the fields of two threads: two cache lines, as in {@link LoanAccount}. */
    private static final int PADDING = 16;

    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);

    private final int threads;
    private final long[] totals;
    private final long[] last; // the number of the account of which the thread has executed a task last
    private final Queue<LoanAccount> begun = new ConcurrentLinkedQueue<>();
    private final TreeMap<Long, LoanAccount> seen = new TreeMap<>(); // by account number, for deterministic runs
    private volatile boolean created;

    Executions(int threads) {
        this.threads = threads;
        this.totals = new long[(threads + 1) * PADDING];
        this.last = new long[(threads + 1) * PADDING];
    }

    // --- compute thread -------------------------------------------------------------------------------------------

    /** Records that {@code thread} has executed a task of {@code account}. Called after the account has counted it. */
    void executed(int thread, LoanAccount account) {
        int cell = cell(thread);
        CELL.setRelease(totals, cell, totals[cell] + 1);
        if (last[cell] != account.loan()) {
            CELL.setVolatile(last, cell, account.loan());
            if (account.list()) {
                begun.add(account);
            }
        }
    }

    /** Records that a task was created by a task. */
    void created() {
        if (!created) {
            created = true;
        }
    }

    // --- control thread -------------------------------------------------------------------------------------------

    /** Returns the number of tasks that the threads have executed since the start. Any thread may call it. */
    public long total() {
        long total = 0;
        for (int thread = 0; thread < threads; thread++) {
            total += (long) CELL.getAcquire(totals, cell(thread));
        }
        return total;
    }

    /** Returns whether any task so far has created tasks on this member. Any thread may call it. */
    public boolean haveCreated() {
        return created;
    }

    /**
     * Returns the accounts of which tasks were executed since the call before, and those of which the threads have
     * executed their last tasks, in the order of their numbers. Read an account only after this call. Called by the
     * control thread only.
     */
    public Collection<LoanAccount> sinceLast() {
        for (LoanAccount account = begun.poll(); account != null; account = begun.poll()) {
            seen.put(account.loan(), account);
        }
        List<LoanAccount> found = new ArrayList<>(seen.values());
        for (Iterator<LoanAccount> each = seen.values().iterator(); each.hasNext(); ) {
            LoanAccount account = each.next();
            if (!isLast(account)) {
                account.strikeOff();
                if (!isLast(account)) { // else a thread that saw it listed has come to it since
                    each.remove();
                } else {
                    account.list();
                }
            }
        }
        return found;
    }

    /** Forgets the account of a loan that is not open any more. Called by the control thread only. */
    public void forget(LoanAccount account) {
        seen.remove(account.loan(), account); // it stays listed, so that no thread lists it again
    }

    private boolean isLast(LoanAccount account) {
        for (int thread = 0; thread < threads; thread++) {
            if ((long) CELL.getVolatile(last, cell(thread)) == account.loan()) {
                return true;
            }
        }
        return false;
    }

    private static int cell(int thread) {
        return (thread + 1) * PADDING - PADDING / 2;
    }
}
