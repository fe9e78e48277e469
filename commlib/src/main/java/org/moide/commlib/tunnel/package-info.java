/**
 * The ends of tunnels through ssh, for hosts whose ports are closed: the names of such hosts, the requests at the ends
 * of a tunnel, and the doors that take them.
 *
 * <p>A process on such a host finds its way by {@code HostTunnel}, which is its {@code gate.Routes}. {@code
 * TunnelDoor}, with one thread, carries the bytes in both directions without interpreting them. They are the same
 * bytes that would go through the network, TLS included. All sockets are Unix domain sockets in folders that only
 * their owner may enter, and the kernel tells which user is at the other end. {@code HostWays} decides from names
 * alone which connection may go where.
 */
@NullMarked
package org.moide.commlib.tunnel;

import org.jspecify.annotations.NullMarked;
