/**
 * Long messages, which are announced first and move when the receiver asks: the sender's offers, and data on its way.
 */
@NullMarked
package org.moide.commlib.message.rendezvous;

import org.jspecify.annotations.NullMarked;
