/**
 * Long messages, which are announced first and move when the receiver asks: the sender's offers, and data on its way.
 *
 * <p>An {@code Offer} is open until the receiver has the data or the sender stops waiting; its state only moves along
 * its table. Whichever thread of the sender's engine looks next pushes the data through the link, from array to array;
 * only where the link broke meanwhile does the receiving thread fetch the rest by calls, chunk by chunk.
 * {@code TurnLock} lets the threads of an engine take turns between two chunks.
 */
@NullMarked
package org.moide.commlib.message.rendezvous;

import org.jspecify.annotations.NullMarked;
