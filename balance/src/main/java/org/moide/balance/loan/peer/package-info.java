/**
 * A member's state about each other member: requests and grants in both directions, unanswered messages, and the load
 * it told.
 *
 * <p>{@code Peers} owns one {@code Peer} for each other member and orders them by when work with them is due, so the
 * cost of a step does not grow with thousands of members. A borrower gets one grant at a time, so a single number tells
 * repeats from new ones. {@code EarlyLetters} keeps letters of members that this one has not been told of. The member's
 * control thread steps all of it.
 */
@NullMarked
package org.moide.balance.loan.peer;

import org.jspecify.annotations.NullMarked;
