/**
 * A member of the balancing, made of its lender's and borrower's sides: an engine, or the root.
 */
@NullMarked
package org.moide.balance.loan.member;

import org.jspecify.annotations.NullMarked;
