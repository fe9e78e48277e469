/**
 * The carriers of connections that have passed the gate: sockets that poll before they block, plain or with TLS, and
 * rings of shared memory between processes of one user on one kernel.
 *
 * <p>The handshake decides which carrier a connection gets, and {@code Carriers} makes it. A ring's file has a name
 * for some microseconds only. The two ends of a ring trust nothing in the shared memory; their socket is the doorbell
 * and reports the peer's death. Each direction of a connection belongs to one thread at a time; the two ends share
 * only the counters of each direction. {@code RingFiles} also makes the memory in which the engines of a host meet. All
 * connections of a process share one {@code PollPolicy}.
 */
@NullMarked
package org.moide.commlib.carrier;

import org.jspecify.annotations.NullMarked;
