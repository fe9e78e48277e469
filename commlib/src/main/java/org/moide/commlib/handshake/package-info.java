/**
 * The messages that the two ends of a connection exchange at the gate before anything else: hello, challenge, proof and
 * admission, as plain data, and the caller's side of it.
 *
 * <p>Both sides prove that they know the cluster's secret, by HMAC-SHA-256 over everything that was said, the hashes of
 * both certificates included; so nobody in between can change what was agreed on. The gate chooses the transport, and
 * the caller accepts none that it did not offer. {@code ChannelBinding} ties what follows, such as a ring, to this
 * handshake. What follows has a number ({@code CallerHello.PROTOCOL}), not a version: only engines let in none but
 * their own ({@code HandshakeTerms.ownVersionOnly}). Nothing here has a thread or a state beyond one connection.
 */
@NullMarked
package org.moide.commlib.handshake;

import org.jspecify.annotations.NullMarked;
