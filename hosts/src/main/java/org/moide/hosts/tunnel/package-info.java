/**
 * Lets runs use hosts whose ports are closed. This process keeps an ssh process for each host, and passes on
 * connections between two hosts.
 *
 * <p>{@code Star} owns a {@code HostLine} for each host; a thread {@code tunnel-to-<host>} starts its ssh and waits for
 * its end. {@code StarWays} decides from names where a connection may go. {@code LineLife} decides when to start an ssh
 * again.
 */
@NullMarked
package org.moide.hosts.tunnel;

import org.jspecify.annotations.NullMarked;
