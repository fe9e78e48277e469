package org.moide.commlib.handshake;

/** The answers of a gate that refuses. */
public enum Refusal {
    /** The gate does not refuse: go on. */
    NONE(0),
    /** The gates of the two sides speak different versions of the handshake. */
    OTHER_PROTOCOL(1),
    /** The proof does not fit: another secret, or a message was changed on its way. */
    WRONG_SECRET(2),
    /** The secret fits, MOIDE's version does not, and one of the two is an engine. */
    OTHER_VERSION(3),
    /** The secret fits, but the process listening here is not the one that was asked for. */
    OTHER_NODE(4),
    /**
     * The two sides differ: one encrypts and the other runs with {@code --plain}, or a side has no key and cannot make
     * one.
     */
    NO_TLS(5),
    /** The gate has as many sessions open as the limits allow. */
    FULL(6);

    private final byte code;

    Refusal(int code) {
        this.code = (byte) code;
    }

    /** The code that travels. */
    public byte code() {
        return code;
    }

    public static Refusal of(byte code) throws MalformedMessageException {
        for (Refusal refusal : values()) {
            if (refusal.code == code) {
                return refusal;
            }
        }
        throw new MalformedMessageException("expected a refusal, found " + code);
    }
}
