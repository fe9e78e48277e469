/**
 * The protection against strangers, for every carrier of bytes: the cluster's secret, encryption and certificates,
 * files that only their owner may read, and the filters of object streams.
 *
 * <p>{@code ClusterSecret} is read from its file or made on first use, and never printed. {@code Encryption} makes
 * this node's key and certificate once, on a thread of its own. No authority signs it, since the gate's handshake
 * covers the hashes of both sides' certificates. Each {@code main} installs {@code SerialFilters} for the whole JVM
 * first. {@code Ownership} checks who can change a file before MOIDE obeys it.
 */
@NullMarked
package org.moide.commlib.security;

import org.jspecify.annotations.NullMarked;
