/**
 * The lender's side of the balancing: tasks leave as loans, come home with their results, or are taken back from
 * borrowers that are silent or gone.
 *
 * <p>{@code LentLoans} owns the loans that are out, with their tasks. {@code LentLoans.accept} takes one result for
 * each loan number, ever; at the root it then goes to the journal. A borrower that dies, or is silent for 10 s, loses
 * its loans: the tasks go back under the loan that they came from, and what still comes under an old number is void.
 * Void goes down the tree: whoever holds a void loan drops its tasks and voids what it has lent on of it.
 *
 * <p>A task that throws goes home in a column of its own, up to the root, where {@code FailureBook} decides whether it
 * is tried again, and {@code RetryQueue} keeps it for a member that has not tried it. Errors are tries that failed,
 * too. A task that had put others is given up at once, since those are there. Stepped by the member's control thread.
 */
@NullMarked
package org.moide.balance.loan.lender;

import org.jspecify.annotations.NullMarked;
