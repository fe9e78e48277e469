package org.moide.balance.loan;

import java.io.Serializable;

/**
 * Totals of what a member has lent since its start.
 *
 * <p>At the root of a finished pool, {@code put + created = executed + failed}, and each task counts once. At an
 * engine, put and created are 0, and executed counts the tasks that its own threads ran, even those of loans that
 * became void.
 *
 * @param putTasks tasks put from outside a task
 * @param createdTasks tasks put by tasks
 * @param executedTasks tasks whose results were accepted; each counts once
 * @param failedTasks tasks that failed and were given up
 * @param loansMade loans lent
 * @param loansReturned returns accepted
 * @param loansRetaken loans taken back: their borrower was lost, or their task's other copy was done
 * @param retakenTasks tasks that were lent again because their borrower was lost
 * @param settledTasks tasks that came back unfinished in returns
 * @param secondCopies running tasks that were lent once more, to an idle borrower
 * @param copiesFirst second copies that were done before the first copy of the task
 * @param repeatedMessages repeated and stale messages, which had no effect
 */
public record LoanTotals(
        long putTasks,
        long createdTasks,
        long executedTasks,
        long failedTasks,
        long loansMade,
        long loansReturned,
        long loansRetaken,
        long retakenTasks,
        long settledTasks,
        long secondCopies,
        long copiesFirst,
        long repeatedMessages)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The totals of a member that has lent nothing. */
    public static final LoanTotals NONE = new LoanTotals(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Returns the sums of two lenders' totals. */
    public LoanTotals plus(LoanTotals other) {
        return new LoanTotals(
                putTasks + other.putTasks,
                createdTasks + other.createdTasks,
                executedTasks + other.executedTasks,
                failedTasks + other.failedTasks,
                loansMade + other.loansMade,
                loansReturned + other.loansReturned,
                loansRetaken + other.loansRetaken,
                retakenTasks + other.retakenTasks,
                settledTasks + other.settledTasks,
                secondCopies + other.secondCopies,
                copiesFirst + other.copiesFirst,
                repeatedMessages + other.repeatedMessages);
    }
}
