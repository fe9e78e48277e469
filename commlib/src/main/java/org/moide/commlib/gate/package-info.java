/**
 * The one door of a process, its caller's side, lifelines, and the routes by which a name is reached. The words that
 * are said at the door are in {@code handshake}.
 *
 * <p>{@code Gate} owns the listening socket and all connections that have not proved themselves yet: one thread looks
 * at all of them, against a deadline, and gives none of them a thread. TLS's own handshake, which blocks, runs on a few
 * helpers ({@code TlsStep}). A lifeline is an idle connection that closes when its process dies; the gate's thread
 * watches those, too. {@code DeadlineWatch} closes sockets whose use takes too long, on a thread of its own.
 * {@code Routes} gives the way to a name: the network, or a tunnel through ssh.
 */
@NullMarked
package org.moide.commlib.gate;

import org.jspecify.annotations.NullMarked;
