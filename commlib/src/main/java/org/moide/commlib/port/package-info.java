/**
 * The ports through which time, randomness, waiting and the network enter. The adapters to the real ones are in {@code
 * system} and {@code rmi}, the simulated ones in {@code sim}.
 *
 * <p>{@code Ticker} tells elapsed time. A thread blocks only on a {@code Signal}. Distributed objects live in an
 * {@code ObjectSpace}. A {@code FaultHandler} takes unexpected failures. A {@code Driver} is the loop of a thread in
 * rounds, so that a simulation can run it without a thread. {@code Surroundings} carries the four services that nearly
 * every constructor takes. Only {@code Unanswered} has state: it notes for a space which processes do not answer.
 */
@NullMarked
package org.moide.commlib.port;

import org.jspecify.annotations.NullMarked;
