/**
 * Connections that go through ssh where a host's ports are closed: what a name stands for, what is asked at the ends of
 * a tunnel, and the doors at which it is asked. All is by Unix domain sockets in folders that only their owner may
 * enter; what goes through is what would go through the network, TLS and all.
 */
@NullMarked
package org.moide.commlib.tunnel;

import org.jspecify.annotations.NullMarked;
