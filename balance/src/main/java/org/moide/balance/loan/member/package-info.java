/**
 * The balancers of the two kinds of members, engines and the root. Each combines the lender's and the borrower's side.
 *
 * <p>{@code EngineBalancer} borrows and lends. {@code RootBalancer} lends tasks from outside, borrows nothing, and ends
 * the rounds ({@code RootPool.advance}). A {@code Balancer} works in steps: its driver passes letters and ticks to it,
 * and each call returns {@code LoanOutput}s for the driver. A strategy decides who asks whom and how much is given;
 * {@code DecisionStep} carries the decisions out. A member that leaves in order is first marked as leaving ({@code
 * MemberDeparture}): strategies do not see it, nobody lends to it, it refuses requests, returns its loans, and then
 * reports that none is open.
 */
@NullMarked
package org.moide.balance.loan.member;

import org.jspecify.annotations.NullMarked;
