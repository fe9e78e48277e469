/**
 * The task pool of one engine, where compute threads and the control thread exchange tasks, and the account of each
 * loan.
 *
 * <p>{@code EnginePool} owns the queues of one {@code Discipline}. By default each thread has a deque: the thread
 * itself takes the newest task, and thieves take the oldest. Tasks with a priority are in one queue, ordered by
 * priority. To lend, the control thread takes tasks out like another thief; to refill, it adds tasks ahead of need. A
 * {@code LoanAccount} counts created and executed tasks in fields that a single thread writes, so tasks need no atomic
 * operation for the end of their loan to be noticed. In the default discipline compute threads take a lock only to move
 * some tasks from the inbox; no user code runs inside.
 */
@NullMarked
package org.moide.balance.pool;

import org.jspecify.annotations.NullMarked;
