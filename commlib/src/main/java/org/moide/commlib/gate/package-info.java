/**
 * The gate, which is the only entrance of a process; the caller's side of it; lifelines; and the routes to other
 * processes. The messages of the handshake are in {@code handshake}.
 *
 * <p>{@code Gate} owns the listening socket and all connections in their handshake. One thread serves all of them,
 * each with a deadline. The TLS handshake, which blocks, runs on a few helper threads ({@code TlsStep}). A lifeline is
 * an idle connection that closes when its process dies; the gate's thread watches lifelines too. {@code DeadlineWatch}
 * closes sockets whose use takes too long, on a thread of its own. {@code Routes} finds the way to a name: the
 * network, or a tunnel through ssh.
 */
@NullMarked
package org.moide.commlib.gate;

import org.jspecify.annotations.NullMarked;
