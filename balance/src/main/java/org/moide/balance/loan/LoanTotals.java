package org.moide.balance.loan;

/**
 * A lender's totals. When the pool is finished {@code put + created = executed}.
 *
 * @param putTasks tasks put from outside
 * @param createdTasks tasks that tasks put
 * @param executedTasks tasks whose results were accepted; each counts once
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
        long loansMade,
        long loansReturned,
        long loansRetaken,
        long retakenTasks,
        long settledTasks,
        long repeatedMessages) {}
