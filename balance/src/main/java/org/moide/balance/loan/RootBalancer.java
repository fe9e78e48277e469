package org.moide.balance.loan;

import java.util.List;
import java.util.Map;
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
            EnginePool pool, Strategy strategy, Ending ending, BalancerLimits limits, FailurePolicy failures) {
        return of(pool, strategy, ending, limits, new Parts(failures));
    }

    static RootBalancer of(EnginePool pool, Strategy strategy, Ending ending, BalancerLimits limits, Parts parts) {
        Books books = Books.empty(Membership.ROOT, Membership.ROOT_INCARNATION, pool, limits, parts);
        LoanAccount account = new LoanAccount(books.borrowed().nextAccount(), 0, 0);
        BorrowedLoan whole = books.borrowed().add(BorrowedLoan.FROM_NOBODY, 0, account, 0);
        return new RootBalancer(books, parts.root(ending, whole, limits), strategy, parts);
    }

    private RootBalancer(Books books, RootPool root, Strategy strategy, Parts parts) {
        super(books, new RootRounds(root, books), strategy, parts);
        this.books = books;
        this.root = root;
    }

    /**
     * How far an earlier root came.
     *
     * @param put how many tasks had come from outside
     * @param created how many tasks of those whose results are known had been created
     * @param executed how many results are known
     * @param open all that was not done, encoded, by the tasks' numbers
     * @param nextTask the number of the next task
     */
    public record Before(long put, long created, long executed, Map<Long, byte[]> open, long nextTask) {}

    /** Goes on where an earlier root was lost, in place of the first {@link #put}. */
    public List<LoanOutput> resume(Before before, long nowNanos) {
        root.resume(before, books.pool());
        return advanced(nowNanos);
    }

    /** There will be no more {@link #put}. */
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
