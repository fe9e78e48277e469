package org.moide.balance.loan;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;

/** What a stepped core wants done by its driver, in this order. */
public sealed interface LoanOutput {
    /** What a {@link Lender} wants done. */
    sealed interface OfLender extends LoanOutput {}

    /** What a {@link Borrower} wants done. */
    sealed interface OfBorrower extends LoanOutput {}

    /** Send a message; it may get lost. */
    record Send(int toMember, LoanMessage message) implements OfLender, OfBorrower {}

    // --- lender ---------------------------------------------------------------------------------------------------

    /** A loan came home: merge its result, on a compute thread, into the whole. Exactly once for each loan number. */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and too big to copy
    record ResultAccepted(long loan, int borrower, byte[] result) implements OfLender {}

    /**
     * All tasks are done and all results have been handed over before this.
     *
     * @param round which time, from 1; a bag of tasks has one round
     */
    record PoolFinished(long round, LoanTotals totals) implements OfLender {}

    /** The books do not balance: the result would be wrong, so the run must fail with this message. */
    record BooksBroken(String why) implements OfLender {}

    // --- borrower -------------------------------------------------------------------------------------------------

    /** Tasks have been added to the engine's pool; those who wait for them have been woken. */
    record TasksArrived(int tasks) implements OfBorrower {}

    /**
     * Close a loan, on a compute thread: merge the account's partial results, encode the result and the unfinished tasks
     * (those not {@code encoded} yet), then call {@link Borrower#closed}. Nothing else touches the account any more. Loans
     * with neither result nor anything to encode are closed without this.
     */
    record CloseLoan(LoanAccount account, List<PooledTask> unfinished) implements OfBorrower {
        public CloseLoan {
            unfinished = List.copyOf(unfinished);
        }
    }

    /** All tasks of this round are done; {@link org.moide.balance.pool.EnginePool#end} has been called. */
    record PoolEnded(long round) implements OfBorrower {}

    /** After {@link Borrower#drain}: nothing is borrowed any more. */
    record Drained() implements OfBorrower {}

    /**
     * What a compute thread made of a {@link CloseLoan}.
     *
     * @param loan its number
     * @param result encoded; null if nothing was executed
     * @param unfinished the unfinished tasks, encoded, in the order in which they were given
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and too big to copy
    record ClosedLoan(long loan, byte @Nullable [] result, List<byte[]> unfinished) {
        // Spelled out, since javac 17 loses @Nullable on the implicit parameters of a compact constructor.
        public ClosedLoan(long loan, byte @Nullable [] result, List<byte[]> unfinished) {
            this.loan = loan;
            this.result = result;
            this.unfinished = List.copyOf(unfinished);
        }
    }
}
