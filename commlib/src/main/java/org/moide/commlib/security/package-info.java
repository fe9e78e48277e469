/**
 * The protection against strangers, whatever carries the bytes: the cluster's secret, encryption and certificates,
 * files that only their owner may read, and the filters of object streams.
 *
 * <p>{@code ClusterSecret} is read from its file or made on first use, and never printed. {@code Encryption} makes this
 * node's key and certificate on a thread of its own, once; nobody signs it, since the gate's handshake covers the
 * hashes of both sides' certificates. {@code SerialFilters} is set for the whole JVM first thing in each {@code main}.
 * {@code Ownership} decides whose file something is before it is obeyed.
 */
@NullMarked
package org.moide.commlib.security;

import org.jspecify.annotations.NullMarked;
