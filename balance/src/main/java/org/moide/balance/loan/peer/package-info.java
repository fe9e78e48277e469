/**
 * A member's memory of the others: what each has asked and was granted, what was said to it and is not answered, and
 * how loaded it said it is.
 *
 * <p>{@code Peers} owns one {@code Peer} for each other member, in the order in which something is due with them, so
 * that a step costs the same among thousands. Grants go one at a time to each borrower, so a single number tells
 * repeats from news. Letters of members that this one has not been told of yet wait in {@code EarlyLetters}. Stepped by
 * the member's control thread.
 */
@NullMarked
package org.moide.balance.loan.peer;

import org.jspecify.annotations.NullMarked;
