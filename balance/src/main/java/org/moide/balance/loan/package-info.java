/**
 * Loans, the only way in which tasks move from one member's pool to another's. This package has the messages, the
 * instructions for drivers, and the limits; the packages below it have the code that lends and borrows.
 *
 * <p>A lender keeps a loan's tasks until the loan is returned, and repeats a grant until it is acknowledged; it may
 * also grant unasked. A borrower may lend tasks on, as a loan of its own, whose result counts in the loan that the
 * tasks came from. So the run is done when all loans of the root are returned, and then put + created = executed +
 * failed. The transport may lose, duplicate, delay or reorder letters. The records here are immutable, and no class
 * here starts a thread.
 */
@NullMarked
package org.moide.balance.loan;

import org.jspecify.annotations.NullMarked;
