package org.moide.commlib.handshake;

import java.time.Duration;

/**
 * The limits of resources that a stranger or a faulty peer could exhaust.
 *
 * @param handshake the longest time of one handshake
 * @param waiting the greatest number of connections in their handshake at once; one more drops the oldest
 * @param sessions the greatest number of admitted connections at once, lifelines included
 * @param requestBytes the longest request or answer, in bytes
 * @param connectionsPerPeer the greatest number of connections that this process opens to one peer for calls; further
 *     calls wait
 * @param connect the longest time for one address to accept a connection
 * @param idle the time without a call after which a connection is closed
 */
public record GateLimits(
        Duration handshake,
        int waiting,
        int sessions,
        long requestBytes,
        int connectionsPerPeer,
        Duration connect,
        Duration idle) {
    public GateLimits {
        atLeast("waiting", 1, waiting);
        atLeast("sessions", 1, sessions);
        atLeast("requestBytes", 1024, requestBytes);
        atLeast("connectionsPerPeer", 1, connectionsPerPeer);
        positive("handshake", handshake);
        positive("connect", connect);
        positive("idle", idle);
    }

    /**
     * Returns the defaults. 5 s for a handshake: it takes a millisecond, but when 32 JVMs start on two processors a
     * thread may wait for seconds. 256 waiting: more than arrive within a handshake's real time, and 256 sockets cost
     * little. 4096 sessions: some hundreds of peers with 4 connections and lifelines each. 256 MiB: larger data is sent
     * in chunks. 4 connections for each peer: bulk data beside control, and 124 connections from one engine among 32. 1
     * s to connect and 30 s idle, as RMI users expect; a new handshake costs only a millisecond, and the socket of a
     * dead peer is useless.
     */
    public static GateLimits defaults() {
        return new GateLimits(
                Duration.ofSeconds(5), 256, 4096, 256L << 20, 4, Duration.ofSeconds(1), Duration.ofSeconds(30));
    }

    private static void atLeast(String name, long minimum, long found) {
        if (found < minimum) {
            throw new IllegalArgumentException("expected " + name + " of at least " + minimum + ", found " + found);
        }
    }

    private static void positive(String name, Duration found) {
        if (found.isNegative() || found.isZero()) {
            throw new IllegalArgumentException("expected a positive " + name + ", found " + found);
        }
    }
}
