package org.moide.balance.loan;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;

/**
 * One loan at its borrower.
 *
 * <pre>
 * from        to          when
 * RUNNING     SETTLING    it is to be returned with what is done: its tasks are no longer begun
 * SETTLING    RUNNING     what was running takes too long to keep the rest waiting
 * RUNNING     CLOSING     nothing of it is queued or running
 * SETTLING    CLOSING     nothing of it is running
 * CLOSING     RETURNING   a compute thread has merged and encoded its result
 * RETURNING   (gone)      the lender has it
 * any         (gone)      it is void
 * </pre>
 */
final class BorrowedLoan {
    /** Where it stands. */
    enum State {
        RUNNING,
        SETTLING,
        CLOSING,
        RETURNING
    }

    final LoanAccount account;
    private final BorrowerLimits limits;
    private final Repetition repetition;
    private final List<PooledTask> unfinished = new ArrayList<>();
    private State state = State.RUNNING;
    private long dueNanos;
    private @Nullable LoanReturned returned;

    BorrowedLoan(LoanAccount account, BorrowerLimits limits, long nowNanos) {
        this.account = account;
        this.limits = limits;
        this.repetition = new Repetition(limits);
        this.dueNanos = nowNanos + limits.settleNanos();
    }

    State state() {
        return state;
    }

    /** Whether nothing of it is running any more, nor queued. */
    boolean isDone() {
        return (state == State.RUNNING || state == State.SETTLING) && account.isDone(unfinished.size());
    }

    /** From here on its queued tasks are unfinished ones. */
    void settle(long patienceNanos, long nowNanos) {
        move(State.RUNNING, State.SETTLING);
        dueNanos = patienceNanos == Long.MAX_VALUE ? Long.MAX_VALUE : nowNanos + patienceNanos;
        account.markSettling();
    }

    /** Not settled after all; returns what is to be queued again. */
    List<PooledTask> resume(long nowNanos) {
        move(State.SETTLING, State.RUNNING);
        dueNanos = nowNanos + limits.settleNanos();
        account.markOpen();
        List<PooledTask> again = List.copyOf(unfinished);
        unfinished.clear();
        return again;
    }

    void addUnfinished(PooledTask task) {
        unfinished.add(task);
    }

    List<PooledTask> unfinished() {
        return unfinished;
    }

    void close() {
        if (state != State.SETTLING) {
            move(State.RUNNING, State.CLOSING);
        } else {
            move(State.SETTLING, State.CLOSING);
        }
        dueNanos = Long.MAX_VALUE;
    }

    void giveBack(LoanReturned message, long nowNanos) {
        move(State.CLOSING, State.RETURNING);
        returned = message;
        unfinished.clear();
        repetition.start(nowNanos);
    }

    /** What to send again now; null if it is not time or there is nothing to return yet. */
    @Nullable
    LoanReturned repeat(long nowNanos) {
        return returned != null && repetition.isDue(nowNanos) ? returned : null;
    }

    /** When its age, its patience or its repetition next wants something. */
    long dueNanos() {
        return state == State.RETURNING ? repetition.dueNanos() : dueNanos;
    }

    private void move(State from, State to) {
        if (state != from) {
            throw new IllegalStateException(
                    account + ": expected it " + from + " on its way to " + to + ", found it " + state);
        }
        state = to;
    }
}
