package org.moide.commlib.handshake;

import java.time.Duration;

/**
 * Limits of everything that a stranger, or a peer gone wrong, could make grow or last.
 *
 * @param handshake how long an arriving connection may take to prove itself
 * @param waiting how many connections may be proving themselves at once; one more drops the oldest
 * @param sessions how many proven connections may be open at once, lifelines included
 * @param requestBytes how many bytes one request or one answer may have
 * @param connectionsPerPeer how many connections this process opens to one other for calls; further calls wait
 * @param connect how long to wait for one address to accept a connection
 * @param idle after what time without a call a connection is closed
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
     * The defaults. 5 s for a handshake: it takes a millisecond, but when 32 JVMs start on two processors a thread may
     * wait for seconds. 256 waiting: more than arrive within a handshake's real time, and 256 sockets cost little. 4096
     * sessions: some hundreds of peers with 4 connections and lifelines each. 256 MiB: larger things travel in chunks.
     * 4 connections a peer: bulk data beside control, and 124 connections from one engine among 32. 1 s to connect and 30 s
     * idle as RMI users would expect, the latter because a handshake costs a millisecond and a dead peer's socket is garbage.
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
