package org.moide.commlib.handshake;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.security.Encryption;

/**
 * The settings of a process for its handshakes, both at its own gate and at the gates of others.
 *
 * @param nodeId the ID of this process
 * @param version its MOIDE version in the form that is sent: {@link SoftwareVersion#travelling}
 * @param ownVersionOnly whether it talks only to processes of its own version. Engines do, since they share the bytes
 * of a run; other processes talk to any version with the same {@link CallerHello#PROTOCOL}
 * @param secret the cluster's secret
 * @param encryption whether it encrypts, and with what identity
 * @param hostMark the mark of this host and user, equal for processes that can share memory; empty if this process
 * cannot
 * @param limits limits of waits and sizes
 * @param ticker elapsed time
 * @param randomness for nonces
 * @param faults takes unexpected failures
 */
@SuppressWarnings("ArrayRecordComponent") // bytes; no code compares the records
public record HandshakeTerms(
        String nodeId,
        String version,
        boolean ownVersionOnly,
        ClusterSecret secret,
        Encryption encryption,
        byte[] hostMark,
        GateLimits limits,
        Ticker ticker,
        SecureRandom randomness,
        FaultHandler faults) {
    public static final String CALLER = "moide gate 2, caller";
    public static final String GATE = "moide gate 2, gate";
    private static final String KNOWING = "moide gate 2, knowing";
    /**
     * The random bytes of a caller's nonce. The remaining bytes are a mark, computed from them with the secret. The
     * random bytes are never the same twice.
     */
    private static final int FRESH_BYTES = 16;

    static final String HOST = "moide gate 2, host";
    static final String BOND = "moide gate 2, bond";

    public HandshakeTerms {
        version = SoftwareVersion.travelling(version);
        hostMark = hostMark.clone();
    }

    /** Returns whether this process talks to a process of the given version. */
    public boolean accepts(String other) {
        return !ownVersionOnly || version.equals(other);
    }

    /** Returns whether this process can share memory with other processes of its user. */
    public boolean sharesMemory() {
        return hostMark.length > 0;
    }

    /**
     * Returns a proof of this process's host and user for one nonce. Only processes that know the secret can check it.
     */
    public byte[] hostProof(byte[] callersNonce) {
        return secret.mac(HOST, callersNonce, hostMark);
    }

    public byte[] nonce() {
        byte[] nonce = new byte[CallerHello.NONCE_BYTES];
        randomness.nextBytes(nonce);
        return nonce;
    }

    /**
     * Returns a nonce for a caller's first message that also shows that the caller knows the secret. A gate with too
     * many connections keeps such callers longest. The nonce proves nothing more: an attacker who has recorded it can
     * send it again.
     */
    public byte[] callersNonce() {
        byte[] nonce = nonce();
        byte[] mark = mark(nonce);
        System.arraycopy(mark, 0, nonce, FRESH_BYTES, mark.length);
        return nonce;
    }

    /** Returns whether {@link #callersNonce} made this nonce with the same secret. */
    public boolean isKnowing(byte[] callersNonce) {
        byte[] mark = Arrays.copyOfRange(callersNonce, FRESH_BYTES, callersNonce.length);
        return MessageDigest.isEqual(mark, mark(callersNonce));
    }

    private byte[] mark(byte[] nonce) {
        byte[] whole = secret.mac(KNOWING, Arrays.copyOf(nonce, FRESH_BYTES));
        return Arrays.copyOf(whole, CallerHello.NONCE_BYTES - FRESH_BYTES);
    }

    public static int jdk() {
        return Math.min(Runtime.version().feature(), Byte.MAX_VALUE);
    }
}
