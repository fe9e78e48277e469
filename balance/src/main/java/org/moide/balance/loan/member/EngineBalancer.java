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
import org.moide.balance.strategy.Strategy;

/** The balancing of an engine, whose threads run what it borrows. Stepped. */
public final class EngineBalancer extends Balancer {
    private final Books books;
    private final MemberDeparture departure;

    /**
     * Makes a balancer with nothing borrowed.
     *
     * @param self its number
     * @param incarnation tells it from an earlier engine of the same number
     * @param pool its engine's
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
     * Returns all that is not begun, asks for nothing more and refuses those that ask; {@link LoanOutput.Drained}
     * follows when all is home, once for each call.
     */
    public List<LoanOutput> drain(long nowNanos) {
        departure.begin(meanTaskNanos(), nowNanos);
        return advanced(nowNanos);
    }

    /** A compute thread has closed a loan as {@link LoanOutput.CloseLoan} asked. */
    public List<LoanOutput> closed(ClosedLoan closed, long nowNanos) {
        borrowing().closed(closed, nowNanos);
        return advanced(nowNanos);
    }

    /** A compute thread has encoded tasks as {@link LoanOutput.EncodeTasks} asked. */
    public List<LoanOutput> encoded(EncodedTasks encoded, long nowNanos) {
        lending().encoded(encoded, nowNanos);
        return advanced(nowNanos);
    }

    /** A compute thread ran a task of the account of this number, and it threw. */
    public List<LoanOutput> failed(long account, FailedTask failure, long nowNanos) {
        borrowing().failed(account, failure);
        return advanced(nowNanos);
    }

    /** A compute thread has merged results as {@link LoanOutput.MergeResults} asked. */
    public List<LoanOutput> merged(MergedResults merged, long nowNanos) {
        borrowing().merged(merged.loan());
        return advanced(nowNanos);
    }

    /** The loans of each lender that are borrowed now, by the lenders' numbers. */
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
