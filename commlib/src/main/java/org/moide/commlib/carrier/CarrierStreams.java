package org.moide.commlib.carrier;

/**
 * What a connection is read and written by; each by one thread at a time. Closing the connection's socket ends both.
 *
 * @param ring whether the bytes go through shared memory
 */
public record CarrierStreams(BulkInput in, BulkOutput out, boolean ring) {}
