package org.moide.commlib.gate;

import org.moide.commlib.handshake.AdmittedConnection;

/**
 * A connection that has passed another process's gate.
 *
 * @param line what to read and write
 * @param guard watches the line's wire; armed with the deadline of the dial
 * @param version the other process's MOIDE
 * @param payload what the gate told
 */
@SuppressWarnings("ArrayRecordComponent") // bytes, which nobody compares as records
public record LimitedSocket(AdmittedConnection line, DeadlineWatch.Guard guard, String version, byte[] payload) {}
