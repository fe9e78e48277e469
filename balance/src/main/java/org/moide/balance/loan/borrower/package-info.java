/**
 * The borrower's side of balancing: asking for tasks, having them executed, and returning each loan with its result.
 *
 * <p>{@code BorrowedLoans} owns a member's borrowed loans. When no task of a loan is queued, running or lent on, a
 * compute thread merges and encodes its result, and {@code LoanReturn} sends it, a large one in parts, until the lender
 * acknowledges it. A loan is returned early, with its unfinished tasks, when it is old (10 s), when its result is large
 * (16 MiB), when its lender must settle, or when the engine leaves; tasks that were lent on are recalled first. A loan
 * with no task begun is not lent on: it is returned with the number of the member that wants it ({@code PassingOn}), so
 * chains of lenders stay short. Only the member's control thread calls these classes.
 */
@NullMarked
package org.moide.balance.loan.borrower;

import org.jspecify.annotations.NullMarked;
