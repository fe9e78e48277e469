package org.moide.commlib.handshake;

import java.util.Arrays;
import org.moide.commlib.security.ClusterSecret;

/**
 * A value that the two ends of one handshake have in common and nobody else can know, though all that they said was
 * heard: it binds what follows to this handshake. Immutable, never sent, never printed.
 */
public final class ChannelBinding {
    /** The length of what {@link #mac} returns. */
    public static final int BYTES = CallerHello.HASH_BYTES;

    private final ClusterSecret key;

    private ChannelBinding(ClusterSecret key) {
        this.key = key;
    }

    /** The bond of the handshake in which these messages were said. */
    public static ChannelBinding of(ClusterSecret secret, byte[]... messages) {
        return new ChannelBinding(ClusterSecret.of(secret.mac(HandshakeTerms.BOND, messages)));
    }

    /** Proves that {@code text} was said by an end of this handshake, in this role. */
    public byte[] mac(String role, String text) {
        return key.mac(role, text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    /** A code like that of {@link #mac}, cut to this many bytes. */
    public byte[] mac(String role, String text, int bytes) {
        return Arrays.copyOf(mac(role, text), bytes);
    }
}
