/**
 * Interfaces for what the code needs from outside: time, randomness, waiting and the network. A simulation can replace
 * them. The real implementations are in {@code system} and {@code rmi}, the simulated ones in {@code sim}.
 *
 * <p>{@code Ticker} tells elapsed time. A thread blocks only on a {@code Signal}. Objects that other processes can call
 * are in an {@code ObjectSpace}. A {@code FaultHandler} takes unexpected failures. A {@code Driver} is a thread's loop,
 * divided into rounds that never wait, so that a simulation can run them without that thread. {@code Surroundings}
 * holds the ticker, the maker of signals, the maker of threads and the fault handler, which nearly every constructor
 * takes. Only {@code Unanswered} has state: the processes that do not answer calls.
 */
@NullMarked
package org.moide.commlib.port;

import org.jspecify.annotations.NullMarked;
