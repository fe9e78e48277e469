/**
 * The way to another engine: links with their send and receive windows, retransmission after a link breaks, and the
 * fallback by calls.
 *
 * <p>{@code Links} owns the links of an engine: one data connection to each other engine. {@code SendWindow} keeps the
 * envelopes that were sent to one engine and are not acknowledged. Envelopes that a broken link had not delivered are
 * sent by calls of {@code MessagePort}, in the old order and before any new one ({@code SendWindow.recover}). Envelopes
 * that wait for the same engine share a call. {@code ReceiveWindow} delivers in order and drops repeats.
 * {@code PeerCalls} repeats calls without an answer until a limit, and then marks the other engine as lost in
 * {@code Liveness}. Compute threads write and read, several at once, each under the lock of the window or link.
 */
@NullMarked
package org.moide.commlib.message.link;

import org.jspecify.annotations.NullMarked;
