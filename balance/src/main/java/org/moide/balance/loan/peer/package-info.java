/**
 * A member's state about each other member: requests and grants in both directions, unanswered messages, and the load
 * that the other member reported.
 *
 * <p>{@code Peers} owns one {@code Peer} for each other member and orders them by when there is next something to do
 * for each, so the cost of a step does not grow with thousands of members. A borrower gets one grant at a time, so a
 * single number tells repeats from new ones. {@code EarlyLetters} keeps letters of members that this one has not been
 * told of. Only the member's control thread calls these classes.
 */
@NullMarked
package org.moide.balance.loan.peer;

import org.jspecify.annotations.NullMarked;
