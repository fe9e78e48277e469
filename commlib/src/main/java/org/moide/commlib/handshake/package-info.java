/**
 * The messages that the two ends of a connection exchange at the gate before anything else: hello, challenge, proof
 * and admission, as plain data, and the caller's side of the handshake.
 *
 * <p>Both sides prove that they know the cluster's secret, by HMAC-SHA-256 over all messages, which include the hashes
 * of both certificates. So an attacker in between can change nothing unnoticed. The gate chooses the transport, and
 * the caller accepts only one that it allows. {@code ChannelBinding} binds later messages, such as the name of a ring,
 * to this handshake. Processes compare the number of their protocols ({@code CallerHello.PROTOCOL}), not their
 * versions; only engines insist on their own version ({@code HandshakeTerms.ownVersionOnly}). Nothing here has a
 * thread or any state beyond one connection.
 */
@NullMarked
package org.moide.commlib.handshake;

import org.jspecify.annotations.NullMarked;
