/**
 * The borrower's side of the balancing: it asks for tasks, has them executed, and returns each loan with the result of
 * all that it led to.
 *
 * <p>{@code BorrowedLoans} owns what a member has borrowed. When nothing of a loan is queued, running or lent on, a
 * compute thread merges and encodes its result, and {@code LoanReturn} sends it, a big one in parts, until the lender
 * has it. A loan goes home early, with the tasks that are not done, when it is old (10 s), when its result is big (16
 * MiB), when its lender must settle, or when the engine leaves; what was lent on is called home first. A loan of which
 * nothing was begun is not lent on: it goes back, marked with who wants it ({@code PassingOn}), so chains stay short.
 * Stepped by the member's control thread.
 */
@NullMarked
package org.moide.balance.loan.borrower;

import org.jspecify.annotations.NullMarked;
