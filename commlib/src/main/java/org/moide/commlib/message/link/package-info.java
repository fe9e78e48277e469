/**
 * The way to another engine: links with their send and receive windows, repetition when a link breaks, and the fallback
 * by calls.
 *
 * <p>{@code Links} owns the links of an engine, a data connection to each other engine. {@code SendWindow} owns what
 * was sent to one engine and is not acknowledged: what a broken link had not delivered goes by calls of
 * {@code MessagePort}, in the old order and before anything new ({@code SendWindow.recover}); envelopes that wait for
 * the same engine share a call. {@code ReceiveWindow} delivers in order and drops repeats. {@code PeerCalls} repeats
 * calls that brought no answer until its limit, and then tells {@code Liveness} that the other engine is lost. Compute
 * threads write and read, several at once, each under the lock of the window or link.
 */
@NullMarked
package org.moide.commlib.message.link;

import org.jspecify.annotations.NullMarked;
