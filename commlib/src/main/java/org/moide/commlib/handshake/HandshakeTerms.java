package org.moide.commlib.handshake;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.security.Encryption;

/**
 * The terms that a process brings to a handshake, at its own gate or another's.
 *
 * @param nodeId this process
 * @param version its MOIDE, as others come to know it: {@link SoftwareVersion#travelling}
 * @param ownVersionOnly whether it lets in, and goes in to, processes of its own version only: engines, which share the
 *     bytes of a
 *     run. All others say to each other what versions with one {@link CallerHello#PROTOCOL} understand
 * @param secret what it shares with the others
 * @param encryption whether it encrypts, and with what identity
 * @param hostMark what processes of this user have in common that could share memory with it; empty if none could
 * @param limits of waits and sizes
 * @param ticker elapsed time
 * @param randomness for nonces
 * @param faults what nobody expected
 */
@SuppressWarnings("ArrayRecordComponent") // bytes, which nobody compares as records
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
    /** The bytes of a caller's nonce; the rest is its mark. Never drawn twice. */
    private static final int FRESH_BYTES = 16;

    static final String HOST = "moide gate 2, host";
    static final String BOND = "moide gate 2, bond";

    public HandshakeTerms {
        version = SoftwareVersion.travelling(version);
        hostMark = hostMark.clone();
    }

    /** Returns whether a process of this version is talked to. */
    public boolean accepts(String other) {
        return !ownVersionOnly || version.equals(other);
    }

    /** Returns whether memory may be shared with other processes of this user. */
    public boolean sharesMemory() {
        return hostMark.length > 0;
    }

    /**
     * A proof that tells those who know the secret, and nobody else, on what host and for what user the sender of this
     * nonce runs.
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
     * Fresh bytes for a caller's first message, by which who knows the secret sees that the caller does too. A gate that is flooded
     * keeps such callers first. They prove nothing else: who has heard them may say them again.
     */
    public byte[] callersNonce() {
        byte[] nonce = nonce();
        byte[] mark = mark(nonce);
        System.arraycopy(mark, 0, nonce, FRESH_BYTES, mark.length);
        return nonce;
    }

    /** Returns whether a {@link #callersNonce} was made with this secret. */
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
