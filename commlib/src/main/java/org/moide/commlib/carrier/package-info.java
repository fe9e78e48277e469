/**
 * The carriers of connections that have passed the gate: sockets that poll before they block, plain or with TLS, and
 * rings of shared memory between processes of one user on one kernel.
 *
 * <p>The handshake decides which of them a connection gets, and {@code Carriers} makes it. A ring's file has a name for
 * some microseconds only; its two ends believe nothing that stands in the shared memory, and its socket is the doorbell
 * and tells of the other process's death. Each direction of a connection belongs to one thread at a time; the two
 * counters of a ring are all that both ends share. {@code PollPolicy} is one for the whole process.
 */
@NullMarked
package org.moide.commlib.carrier;

import org.jspecify.annotations.NullMarked;
