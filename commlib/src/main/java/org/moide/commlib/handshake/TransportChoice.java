package org.moide.commlib.handshake;

/**
 * The transport of a connection after the handshake. The gate chooses it, the proofs of both sides cover it, and the
 * caller accepts no other.
 */
public enum TransportChoice {
    /** The unencrypted socket: if nothing confidential is sent, or with {@code --plain} on both sides. */
    PLAIN(0),
    /** TLS over the socket, with the certificates whose hashes are in the handshake. */
    TLS(1),
    /**
     * Shared memory that only processes of one user on one kernel can open; the socket only wakes the peer and shows
     * when it is gone.
     */
    RING(2);

    private final byte code;

    TransportChoice(int code) {
        this.code = (byte) code;
    }

    /** Returns the number by which messages encode this transport. */
    byte code() {
        return code;
    }

    static TransportChoice of(byte code) throws MalformedMessageException {
        for (TransportChoice way : values()) {
            if (way.code == code) {
                return way;
            }
        }
        throw new MalformedMessageException("expected a way to go on, found " + code);
    }
}
