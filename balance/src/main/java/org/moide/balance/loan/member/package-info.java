/**
 * A member of the balancing, made of its lender's and borrower's sides: an engine, or the root.
 *
 * <p>{@code EngineBalancer} borrows and lends; {@code RootBalancer} lends what comes from outside, borrows from nobody
 * and ends the rounds ({@code RootPool.advance}). {@code Balancer} is stepped: it takes letters and ticks, and answers
 * with {@code LoanOutput}s for its driver. Its strategy decides who asks whom and who gives how much,
 * {@code DecisionStep} carries that out. A member that leaves politely is first on its way out ({@code MemberDeparture}): no
 * strategy sees it, nothing is lent to it, it refuses those that ask, returns what it holds, and then says that all is
 * home.
 */
@NullMarked
package org.moide.balance.loan.member;

import org.jspecify.annotations.NullMarked;
