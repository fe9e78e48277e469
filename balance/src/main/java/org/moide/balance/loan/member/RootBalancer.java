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

/**
 * The balancer of the root, which takes the application's tasks and collects their results. The root's driver calls it
 * for each event, on one control thread.
 */
public final class RootBalancer extends Balancer {
    private final RootPool root;
    private final Books books;

    /**
     * Makes the balancer of a root (the member where tasks come from) without tasks.
     *
     * @param pool a pool with 0 threads
     * @param failures the policy for tasks that throw
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

    /** Continues the work of an earlier root that has failed. Called before the first {@link #put}. */
    public List<LoanOutput> resume(EarlierRoot before, long nowNanos) {
        root.resume(before, lending());
        return advanced(nowNanos);
    }

    @Override
    public List<LoanOutput> put(List<byte[]> tasks, long nowNanos) {
        root.put(tasks, lending());
        return advanced(nowNanos);
    }

    /**
     * Puts tasks of which each member gets one as its first task. {@link #begin} gives them out; if there are more
     * tasks than members, any member may get the rest.
     */
    public List<LoanOutput> putForEach(List<byte[]> tasks, long nowNanos) {
        root.putForEach(tasks);
        return advanced(nowNanos);
    }

    /**
     * Gives out the tasks of {@link #putForEach}, once all members can receive messages. If a member has left by then,
     * its task may go to any member.
     */
    public List<LoanOutput> begin(long nowNanos) {
        root.begin(books.peers().members().all(), lending());
        return advanced(nowNanos);
    }

    /** Records data objects that are written, so that tasks that read them may be lent. */
    public List<LoanOutput> written(long[] ids, long nowNanos) {
        for (long id : ids) {
            books.pool().classed().written(id);
        }
        return advanced(nowNanos);
    }

    /** Records data objects that no longer exist, so that tasks that read them are not lent. */
    public void released(long[] ids) {
        books.pool().classed().unwritten(ids);
    }

    /**
     * Declares that the application puts no more tasks until all present tasks are done. {@link LoanOutput.PhaseDone}
     * then reports that they are.
     */
    public List<LoanOutput> flush(long nowNanos) {
        root.flush();
        return advanced(nowNanos);
    }

    /**
     * Returns whether the strategy has asked if tasks are still to come, and has heard that they are. Such a strategy
     * may lend nothing before the last task is put.
     */
    public boolean holdsAllBack() {
        return root.wasFoundIncomplete();
    }

    /** Frees the room that a loan's result took until it was merged, so that other results can be sent. */
    public List<LoanOutput> resultTaken(long loan, long nowNanos) {
        lending().resultTaken(loan);
        return advanced(nowNanos);
    }

    /** Declares that no further {@link #put} comes. */
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
        // The root itself is not a member.
    }

    @Override
    void leaveIfDue() {
        // The root stays to the end of the run.
    }
}
