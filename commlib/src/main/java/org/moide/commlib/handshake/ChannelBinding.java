package org.moide.commlib.handshake;

import java.util.Arrays;
import org.moide.commlib.security.ClusterSecret;

/**
 * A key that only the two ends of one handshake can compute, even if an attacker has heard all of its messages. It
 * binds later messages to this handshake. Immutable, never sent, never printed.
 */
public final class ChannelBinding {
    /** The length of the code that {@link #mac(String, String)} returns. */
    public static final int BYTES = CallerHello.HASH_BYTES;

    private final ClusterSecret key;

    private ChannelBinding(ClusterSecret key) {
        this.key = key;
    }

    /** Derives the key from the secret and the messages of the handshake. */
    public static ChannelBinding of(ClusterSecret secret, byte[]... messages) {
        return new ChannelBinding(ClusterSecret.of(secret.mac(HandshakeTerms.BOND, messages)));
    }

    /**
     * Returns an authentication code of a text and of the role in which one end says it, such as that of the ring's
     * maker. The code proves to the other end that the text comes from this end, in this role.
     */
    public byte[] mac(String role, String text) {
        return key.mac(role, text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    /** Returns the first {@code bytes} bytes of the code of {@link #mac(String, String)}. */
    public byte[] mac(String role, String text, int bytes) {
        return Arrays.copyOf(mac(role, text), bytes);
    }
}
