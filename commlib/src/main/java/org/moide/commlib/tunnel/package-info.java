/**
 * The ends of connections that go through ssh where a host's ports are closed: what a name stands for, what is asked at
 * the ends of a tunnel, and the doors at which it is asked.
 *
 * <p>A process at such a host finds its way by {@code HostTunnel}, which is its {@code gate.Routes};
 * {@code TunnelDoor}, one thread, carries the bytes to and fro and understands none of them. What goes through is what
 * would go through the network, TLS and all. Everything is by Unix domain sockets in folders that only their owner may
 * enter, and the kernel is asked who is at the other end. {@code HostWays} decides from names alone who may go where.
 */
@NullMarked
package org.moide.commlib.tunnel;

import org.jspecify.annotations.NullMarked;
