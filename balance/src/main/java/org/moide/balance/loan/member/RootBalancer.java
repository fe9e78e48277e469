package org.moide.balance.loan.member;

import java.util.List;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.EarlierRoot;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.loan.PoolCompletion;
import org.moide.balance.loan.borrower.BorrowedLoan;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategy;

/** The balancing of the root: tasks come from outside, and their results go there. Stepped. */
public final class RootBalancer extends Balancer {
    private final RootPool root;
    private final Books books;

    /**
     * A root without tasks.
     *
     * @param pool one with no threads
     * @param failures what becomes of tasks that throw
     */
    public static RootBalancer of(
            EnginePool pool, Strategy strategy, PoolCompletion ending, BalancerLimits limits, FailurePolicy failures) {
        return of(pool, strategy, ending, limits, new BalancerParts(failures));
    }

    public static RootBalancer of(
            EnginePool pool, Strategy strategy, PoolCompletion ending, BalancerLimits limits, BalancerParts parts) {
        Books books = Books.empty(Membership.ROOT, Membership.ROOT_INCARNATION, pool, limits, parts);
        LoanAccount account = new LoanAccount(books.borrowed().nextAccount(), 0, 0);
        BorrowedLoan whole = books.borrowed().add(BorrowedLoan.FROM_NOBODY, 0, account, 0);
        return new RootBalancer(books, parts.root(ending, whole, books), strategy, parts);
    }

    private RootBalancer(Books books, RootPool root, Strategy strategy, BalancerParts parts) {
        super(books, root, strategy, parts);
        this.books = books;
        this.root = root;
    }

    /** Goes on where an earlier root was lost, in place of the first {@link #put}. */
    public List<LoanOutput> resume(EarlierRoot before, long nowNanos) {
        root.resume(before, lending());
        return advanced(nowNanos);
    }

    /**
     * Puts tasks like {@link #put}, of which each member is given one when it {@link #begin begins}; more are for any.
     */
    public List<LoanOutput> putForEach(List<byte[]> tasks, long nowNanos) {
        root.putForEach(tasks);
        return advanced(nowNanos);
    }

    /** The members listen from here on: what they begin with is given to them, and to any if one is gone by then. */
    public List<LoanOutput> begin(long nowNanos) {
        root.begin(books.peers().members().all(), lending());
        return advanced(nowNanos);
    }

    /** Notes that these data objects are here: tasks that read them, and nothing that is not here, may be lent. */
    public List<LoanOutput> written(long[] ids, long nowNanos) {
        for (long id : ids) {
            books.pool().classed().written(id);
        }
        return advanced(nowNanos);
    }

    /** Notes that these data objects are no longer here: tasks that read them may not be lent. */
    public void released(long[] ids) {
        books.pool().classed().unwritten(ids);
    }

    /** Says that no {@link #put} comes before all tasks are done: {@link LoanOutput.PhaseDone} says when. */
    public List<LoanOutput> flush(long nowNanos) {
        root.flush();
        return advanced(nowNanos);
    }

    /** Returns whether the strategy, as far as was seen, lends nothing before all tasks are there. */
    public boolean holdsAllBack() {
        return root.wasFoundIncomplete();
    }

    /** The result of this loan, which was accepted, takes no memory any more: others have room for theirs. */
    public List<LoanOutput> resultTaken(long loan, long nowNanos) {
        lending().resultTaken(loan);
        return advanced(nowNanos);
    }

    /** Says that no further {@link #put} comes. */
    public List<LoanOutput> complete(long nowNanos) {
        root.complete();
        return advanced(nowNanos);
    }

    @Override
    public LoanTotals totals() {
        return books.lent()
                .totals(
                        root.putTasks(),
                        root.loan.createdTasks(),
                        root.loan.executedTasks(),
                        givenUpTasks(),
                        messagesInVain());
    }

    @Override
    void membersChanged(long nowNanos) {
        // The root is no member itself.
    }

    @Override
    void leaveIfDue() {
        // It stays to the end.
    }
}
