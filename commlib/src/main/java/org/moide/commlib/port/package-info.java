/**
 * The ports through which time, chance, waiting and the network enter. The adapters to the real ones are in
 * {@code system} and {@code rmi}, the simulated ones in {@code sim}.
 *
 * <p>{@code Ticker} tells elapsed time, {@code Signal} is the only way in which anything blocks, {@code ObjectSpace} is
 * where distributed objects live, {@code FaultHandler} is told what nobody expected. A {@code Driver} is what the
 * thread of a stepped core does, round by round, so that a simulation can play it without a thread.
 * {@code Surroundings} carries the four that nearly every part takes in its constructor. Nothing here has a state, but for
 * {@code Unanswered}, which knows for a space who does not answer.
 */
@NullMarked
package org.moide.commlib.port;

import org.jspecify.annotations.NullMarked;
