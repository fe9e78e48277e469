package org.moide.balance.loan;

import java.io.Serializable;

/**
 * A lender's totals. At the root, when the pool is finished, {@code put + created = executed + failed}, and each task
 * counts once; at an engine put and created are 0, and executed is what its own threads ran, whatever became of it.
 *
 * @param putTasks tasks put from outside
 * @param createdTasks tasks that tasks put
 * @param executedTasks tasks whose results were accepted; each counts once
 * @param failedTasks tasks that threw and were given up
 * @param loansMade loans lent
 * @param loansReturned loans accepted
 * @param loansRetaken loans taken back because their borrower was lost
 * @param retakenTasks tasks that went back with them and were lent again
 * @param settledTasks tasks that came back unfinished with returned loans
 * @param repeatedMessages repeats and stale messages that were answered or dropped without effect
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
        long repeatedMessages)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The totals of a lender that lent nothing. */
    public static final LoanTotals NONE = new LoanTotals(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Adds both together. */
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
                repeatedMessages + other.repeatedMessages);
    }
}
