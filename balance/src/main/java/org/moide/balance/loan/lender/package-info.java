/**
 * The lender's side of balancing: tasks leave as loans, return with results, or are taken back from borrowers that are
 * silent or gone.
 *
 * <p>{@code LentLoans} owns the open loans and their tasks. {@code LentLoans.accept} accepts one result for each loan
 * number; the root then writes it to the journal. A borrower that dies, or is silent for 10 s, loses its loans: the
 * tasks go back to the loan they came from, and messages about the old number are ignored, since that loan is void. A
 * holder of a void loan drops its tasks and voids the loans it has made of them.
 *
 * <p>A failed task returns in a list of its own, up to the root. There, {@code FailureBook} decides whether it is tried
 * again, and {@code RetryQueue} keeps it for a member that has not tried it. A death counts as a failed try. A task
 * that put others before it failed is given up at once, since those tasks exist. Only the member's control thread calls
 * these classes.
 */
@NullMarked
package org.moide.balance.loan.lender;

import org.jspecify.annotations.NullMarked;
