package org.moide.commlib.carrier;

/**
 * The input and output stream of a connection, each used by one thread at a time. Closing the connection's socket
 * ends both streams.
 *
 * @param ring whether the bytes go through shared memory
 */
public record CarrierStreams(BulkInput in, BulkOutput out, boolean ring) {}
