package org.moide.commlib.handshake;

/**
 * The carrier of a connection after the handshake. The gate chooses it, both proofs cover it, and the caller accepts no
 * other.
 */
public enum TransportChoice {
    /** The socket as it is: of what is not confidential, and with {@code --plain} on both sides. */
    PLAIN(0),
    /** TLS over the socket, with the certificates that the handshake named. */
    TLS(1),
    /** Shared memory that only processes of one user on one kernel can open; the socket is its doorbell. */
    RING(2);

    private final byte code;

    TransportChoice(int code) {
        this.code = (byte) code;
    }

    /** The code that travels. */
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
