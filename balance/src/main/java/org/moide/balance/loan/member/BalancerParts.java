package org.moide.balance.loan.member;

import java.util.concurrent.TimeUnit;
import org.moide.balance.data.DataIndex;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.loan.PoolCompletion;
import org.moide.balance.loan.TaskRoom;
import org.moide.balance.loan.borrower.BorrowedLoan;
import org.moide.balance.loan.lender.LentLoans;
import org.moide.balance.loan.peer.LetterFilter;
import org.moide.balance.loan.peer.Outputs;
import org.moide.balance.loan.peer.Peers;
import org.moide.balance.pool.LoanAccount;

/**
 * The replaceable parts of a {@link Balancer}, such as the policy for failed tasks and the store for tasks. Tests
 * replace some by faulty ones.
 */
public class BalancerParts {
    /** The value of {@code ownMember} if there is no engine in the root's process. */
    public static final int NO_MEMBER = -2;

    /** The value of {@code copyWaitNanos} if no running task is ever to be lent a second time. */
    public static final long NO_COPIES = Long.MAX_VALUE;

    /**
     * The usual {@code copyWaitNanos}, the time for which members are idle before a running task is lent a second time.
     * It is short even for a run of a few seconds, and most running tasks end within it.
     */
    public static final long COPY_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final FailurePolicy failures;
    private final DataIndex data;
    private final TaskRoom room;
    private final int ownMember;
    private final long copyWaitNanos;

    /**
     * Makes the parts of a member that keeps no data objects.
     * @param failures the policy for tasks that throw
     */
    public BalancerParts(FailurePolicy failures) {
        this(failures, DataIndex.NONE);
    }

    /**
     * Makes the parts of a member that keeps data objects.
     *
     * @param failures the policy for tasks that throw
     * @param data the member's view of its data objects
     */
    public BalancerParts(FailurePolicy failures, DataIndex data) {
        this(failures, data, TaskRoom.unlimited(), NO_MEMBER, NO_COPIES);
    }

    /** Makes the parts of a root that stores tasks on disk when memory is short. */
    public BalancerParts(FailurePolicy failures, TaskRoom room) {
        this(failures, room, NO_MEMBER, NO_COPIES);
    }

    /**
     * Makes the parts of a root (the member where tasks come from) that shares its process with an engine.
     *
     * @param ownMember that engine's number, or {@link #NO_MEMBER}
     * @param copyWaitNanos the least time for which members are idle before a task that still runs elsewhere is lent a
     *     second time; {@link #NO_COPIES} if that is never to happen
     */
    public BalancerParts(FailurePolicy failures, TaskRoom room, int ownMember, long copyWaitNanos) {
        this(failures, DataIndex.NONE, room, ownMember, copyWaitNanos);
    }

    private BalancerParts(FailurePolicy failures, DataIndex data, TaskRoom room, int ownMember, long copyWaitNanos) {
        this.failures = failures;
        this.data = data;
        this.room = room;
        this.ownMember = ownMember;
        this.copyWaitNanos = copyWaitNanos;
    }

    public long copyWaitNanos() {
        return copyWaitNanos;
    }

    /** Returns the number of the engine in this process, whose death would end the root too, or {@link #NO_MEMBER}. */
    public int ownMember() {
        return ownMember;
    }

    public DataIndex data() {
        return data;
    }

    public FailurePolicy failures() {
        return failures;
    }

    public LentLoans lentLoans(BalancerLimits limits) {
        return new LentLoans(limits);
    }

    public LetterFilter letters(Outputs outputs) {
        return new LetterFilter(outputs);
    }

    public Peers peers(BalancerLimits limits) {
        return new Peers(limits);
    }

    RootPool root(PoolCompletion ending, BorrowedLoan loan, Books books) {
        return new RootPool(ending, loan, books, room);
    }

    public BorrowedLoan borrowedLoan(
            int lender, long number, LoanAccount account, BalancerLimits limits, long nowNanos) {
        return new BorrowedLoan(lender, number, account, limits, nowNanos);
    }

    public LoanAccount account(long number, int threads, int tasks, int lender, long lentAs) {
        return new LoanAccount(number, threads, tasks, lender, lentAs);
    }
}
