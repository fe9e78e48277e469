/**
 * The task pool of one engine, where compute threads and the control thread meet, and the account of each loan.
 *
 * <p>{@code EnginePool} owns the queues, of one {@code Discipline}; by default each thread has a deque, last in first
 * out for itself, first in first out for thieves, and tasks with a priority lie in one queue in that order. To lend,
 * the control thread takes tasks out as one more thief; to refill, it pushes ahead of need. A {@code LoanAccount}
 * counts created and executed per thread, in fields that only that thread writes, so that the end of a loan costs
 * nothing per task. Compute threads take no lock in the default discipline, but an inbox's for some tasks at a time;
 * user code never runs in here.
 */
@NullMarked
package org.moide.balance.pool;

import org.jspecify.annotations.NullMarked;
