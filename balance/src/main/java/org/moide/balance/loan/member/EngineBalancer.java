package org.moide.balance.loan.member;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.BorrowedFrom;
import org.moide.balance.loan.FailedTask;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.loan.LoanOutput.ClosedLoan;
import org.moide.balance.loan.LoanOutput.EncodedTasks;
import org.moide.balance.loan.LoanOutput.MergedResults;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.MovableTasks;
import org.moide.balance.strategy.Strategy;

/**
 * The balancer of an engine, whose threads execute the tasks that it borrows. The engine's driver calls it for each
 * event, on one control thread.
 */
public final class EngineBalancer extends Balancer {
    private final Books books;
    private final MemberDeparture departure;

    /**
     * Makes the balancer of an engine that has no loans yet.
     *
     * @param self the engine's number
     * @param incarnation distinguishes it from an earlier engine of the same number
     * @param pool the engine's pool
     */
    public static EngineBalancer of(
            int self, long incarnation, EnginePool pool, Strategy strategy, BalancerLimits limits) {
        return of(self, incarnation, pool, strategy, limits, new BalancerParts(FailurePolicy.DEFAULT));
    }

    public static EngineBalancer of(
            int self,
            long incarnation,
            EnginePool pool,
            Strategy strategy,
            BalancerLimits limits,
            BalancerParts parts) {
        Books books = Books.empty(self, incarnation, pool, limits, parts);
        EngineRounds rounds = new EngineRounds(pool, books.borrowed(), books.peers(), books.outputs(), limits);
        return new EngineBalancer(books, rounds, strategy, parts);
    }

    private EngineBalancer(Books books, EngineRounds rounds, Strategy strategy, BalancerParts parts) {
        super(books, rounds, strategy, parts);
        this.books = books;
        this.departure =
                new MemberDeparture(books.pool(), books.borrowed(), books.peers(), lending(), rounds, books.outputs());
    }

    /**
     * Returns all tasks that have not begun, and from now on neither asks for tasks nor lends them. When no loan is
     * open any more, {@link LoanOutput.Drained} follows, once for each call of this method.
     */
    public List<LoanOutput> drain(long nowNanos) {
        departure.begin(meanTaskNanos(), nowNanos);
        return advanced(nowNanos);
    }

    /** Takes the merged result of a loan, a compute thread's outcome of a {@link LoanOutput.CloseLoan}. */
    public List<LoanOutput> closed(ClosedLoan closed, long nowNanos) {
        borrowing().closed(closed, nowNanos);
        return advanced(nowNanos);
    }

    /**
     * Moves running tasks of a loan into loans of their own. The driver calls it to answer a {@link
     * LoanOutput.SetApart}.
     *
     * @param running the tasks that can be moved
     */
    public List<LoanOutput> setApart(LoanAccount account, MovableTasks running, long nowNanos) {
        borrowing().setApart(account, running, nowNanos);
        return advanced(nowNanos);
    }

    /** Takes encoded tasks, a compute thread's outcome of an {@link LoanOutput.EncodeTasks}, and grants them. */
    public List<LoanOutput> encoded(EncodedTasks encoded, long nowNanos) {
        lending().encoded(encoded, nowNanos);
        return advanced(nowNanos);
    }

    /**
     * Takes the failure of a task that threw an exception on a compute thread.
     *
     * @param account the account number of the task's loan
     */
    public List<LoanOutput> failed(long account, FailedTask failure, long nowNanos) {
        borrowing().failed(account, failure);
        return advanced(nowNanos);
    }

    /** Takes the end of a merge, a compute thread's outcome of a {@link LoanOutput.MergeResults}. */
    public List<LoanOutput> merged(MergedResults merged, long nowNanos) {
        borrowing().merged(merged.loan());
        return advanced(nowNanos);
    }

    /** Returns the open borrowed loans as one sum for each lender, in the order of the lenders' numbers. */
    public List<BorrowedFrom> borrowedNow() {
        Map<Integer, BorrowedFrom> sums = new TreeMap<>();
        books.borrowed().all().forEach(loan -> sums.merge(loan.lender, loan.now(), BorrowedFrom::plus));
        return List.copyOf(sums.values());
    }

    @Override
    public LoanTotals totals() {
        return books.lent().totals(0, 0, books.borrowed().executed(), 0, messagesInVain());
    }

    @Override
    void membersChanged(long nowNanos) {
        departure.membersChanged(meanTaskNanos(), nowNanos);
    }

    @Override
    void leaveIfDue() {
        departure.advance();
    }
}
