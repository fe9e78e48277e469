package org.moide.balance.loan.member;

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

/** The parts of a {@link Balancer}; tests replace some of them by what is wrong. */
public class BalancerParts {
    /** Number that no member has. */
    public static final int NO_MEMBER = -2;

    private final FailurePolicy failures;
    private final DataIndex data;
    private final TaskRoom room;
    private final int ownMember;

    /** @param failures what becomes of tasks that throw */
    public BalancerParts(FailurePolicy failures) {
        this(failures, DataIndex.NONE);
    }

    /**
     * Makes the parts of a member that keeps data objects.
     *
     * @param failures what becomes of tasks that throw
     * @param data what it knows of them
     */
    public BalancerParts(FailurePolicy failures, DataIndex data) {
        this(failures, data, TaskRoom.unlimited(), NO_MEMBER);
    }

    /** Makes the parts of a root whose tasks may not all fit into memory. */
    public BalancerParts(FailurePolicy failures, TaskRoom room) {
        this(failures, room, NO_MEMBER);
    }

    /**
     * Makes the parts of a root beside one of its members.
     *
     * @param ownMember the member that lives in the root's process; {@link #NO_MEMBER} if none does
     */
    public BalancerParts(FailurePolicy failures, TaskRoom room, int ownMember) {
        this(failures, DataIndex.NONE, room, ownMember);
    }

    private BalancerParts(FailurePolicy failures, DataIndex data, TaskRoom room, int ownMember) {
        this.failures = failures;
        this.data = data;
        this.room = room;
        this.ownMember = ownMember;
    }

    /** The member whose death is the root's own. */
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
