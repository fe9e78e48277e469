/**
 * Long messages, which are announced first and sent when the receiver requests them: the sender's offers, and data on
 * its way.
 *
 * <p>An {@code Offer} is open until the receiver has the data or the sender stops waiting. Any thread of the sender's
 * engine that polls next pushes the data through the link, from array to array. If the link breaks meanwhile, the
 * receiving thread fetches the rest by calls, chunk by chunk. With a {@code TurnLock}, the threads of an engine take
 * turns between two chunks.
 */
@NullMarked
package org.moide.commlib.message.rendezvous;

import org.jspecify.annotations.NullMarked;
