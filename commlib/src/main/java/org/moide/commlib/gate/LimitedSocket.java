package org.moide.commlib.gate;

import org.moide.commlib.handshake.AdmittedConnection;

/**
 * A connection that another process's gate has admitted, with a deadline.
 *
 * @param line the connection to read and write
 * @param guard watches the line's socket; armed with the deadline of the attempt to connect
 * @param version the other process's MOIDE version
 * @param payload the data that the gate gave with the verdict
 */
@SuppressWarnings("ArrayRecordComponent") // bytes; no code compares the records
public record LimitedSocket(AdmittedConnection line, DeadlineWatch.Guard guard, String version, byte[] payload) {}
