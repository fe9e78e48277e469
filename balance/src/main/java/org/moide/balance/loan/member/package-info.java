/**
 * The two kinds of members in the balancing, an engine and the root, made of the lender's and the borrower's side.
 *
 * <p>{@code EngineBalancer} borrows and lends. {@code RootBalancer} lends tasks from outside, borrows nothing, and ends
 * the rounds ({@code RootPool.advance}). {@code Balancer} is stepped: it takes letters and ticks, and returns
 * {@code LoanOutput}s for its driver. Its strategy decides who asks whom and how much is given; {@code DecisionStep}
 * carries the decisions out. A member that leaves in order is first marked as leaving ({@code MemberDeparture}):
 * strategies do not see it, nobody lends to it, it refuses requests, returns its loans, and then reports that none is
 * open.
 */
@NullMarked
package org.moide.balance.loan.member;

import org.jspecify.annotations.NullMarked;
