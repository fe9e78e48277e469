package org.moide.balance.loan.member;

import org.moide.balance.data.DataIndex;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.Ending;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.loan.TaskRoom;
import org.moide.balance.loan.borrower.BorrowedLoan;
import org.moide.balance.loan.lender.LentLoans;
import org.moide.balance.loan.peer.LetterFilter;
import org.moide.balance.loan.peer.Outputs;
import org.moide.balance.loan.peer.Peers;
import org.moide.balance.pool.LoanAccount;

/** What a {@link Balancer} is made of; tests replace some of it by what is wrong. */
public class BalancerParts {
    private final FailurePolicy failures;
    private final DataIndex data;
    private final TaskRoom room;

    /** @param failures what becomes of tasks that throw */
    public BalancerParts(FailurePolicy failures) {
        this(failures, DataIndex.NONE);
    }

    /**
     * For a member that keeps data objects.
     *
     * @param failures what becomes of tasks that throw
     * @param data what it knows of them
     */
    public BalancerParts(FailurePolicy failures, DataIndex data) {
        this(failures, data, TaskRoom.unlimited());
    }

    /** For a root whose tasks may not all fit into memory. */
    public BalancerParts(FailurePolicy failures, TaskRoom room) {
        this(failures, DataIndex.NONE, room);
    }

    private BalancerParts(FailurePolicy failures, DataIndex data, TaskRoom room) {
        this.failures = failures;
        this.data = data;
        this.room = room;
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

    public RootPool root(Ending ending, BorrowedLoan loan, BalancerLimits limits) {
        return new RootPool(ending, loan, limits, room);
    }

    public BorrowedLoan borrowedLoan(
            int lender, long number, LoanAccount account, BalancerLimits limits, long nowNanos) {
        return new BorrowedLoan(lender, number, account, limits, nowNanos);
    }

    public LoanAccount account(long number, int threads, int tasks) {
        return new LoanAccount(number, threads, tasks);
    }
}
