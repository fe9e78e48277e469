/**
 * The borrower's side: it asks for tasks, has them executed, and returns each loan with the result of all that it led to.
 */
@NullMarked
package org.moide.balance.loan.borrower;

import org.jspecify.annotations.NullMarked;
