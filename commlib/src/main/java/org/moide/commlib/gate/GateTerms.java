package org.moide.commlib.gate;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Ticker;

/**
 * With what a process comes to a gate, its own or another's.
 *
 * @param nodeId this process
 * @param version its MOIDE
 * @param secret what it shares with the others
 * @param encryption when it insists on TLS, and with what identity
 * @param limits of waits and sizes
 * @param ticker elapsed time
 * @param randomness for nonces
 * @param faults what nobody expected
 */
public record GateTerms(
        String nodeId,
        String version,
        ClusterSecret secret,
        Encryption encryption,
        GateLimits limits,
        Ticker ticker,
        SecureRandom randomness,
        FaultHandler faults) {
    static final String CALLER = "moide gate 1, caller";
    static final String GATE = "moide gate 1, gate";

    byte[] nonce() {
        byte[] nonce = new byte[Hello.NONCE_BYTES];
        randomness.nextBytes(nonce);
        return nonce;
    }

    static byte[] hash(String nodeId) {
        return hash(nodeId.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] hash(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    static int jdk() {
        return Math.min(Runtime.version().feature(), Byte.MAX_VALUE);
    }
}
