package org.moide.commlib.gate;

/** What carries what follows the handshake; the gate chooses, both proofs cover it, and the caller takes no other. */
enum Way {
    /** The socket as it is: of what is not confidential, and with {@code --plain} on both sides. */
    PLAIN(0),
    /** TLS over the socket, with the certificates that the handshake named. */
    TLS(1),
    /** Shared memory that only processes of one user on one kernel can open; the socket is its doorbell. */
    RING(2);

    private final byte code;

    Way(int code) {
        this.code = (byte) code;
    }

    /** How it travels. */
    byte code() {
        return code;
    }

    static Way of(byte code) throws MalformedMessageException {
        for (Way way : values()) {
            if (way.code == code) {
                return way;
            }
        }
        throw new MalformedMessageException("expected a way to go on, found " + code);
    }
}
