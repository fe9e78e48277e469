/**
 * Loans, the one way in which tasks leave a pool for another member: what members say to each other and want done, and
 * their limits. The members' sides are in the packages below.
 *
 * <p>A lender keeps the tasks of a loan until it is returned, and repeats the grant until it is confirmed, so it may
 * also give unasked. What is lent on is a loan of a number of its own, and what comes home with it counts in the loan
 * that its tasks came from; so the run is over when the root's loans are all home, and then put + created = executed +
 * failed. Any letter may be lost, doubled, late or out of order. Records here are immutable; nothing has a thread.
 */
@NullMarked
package org.moide.balance.loan;

import org.jspecify.annotations.NullMarked;
