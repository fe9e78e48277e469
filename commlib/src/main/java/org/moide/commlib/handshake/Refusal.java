package org.moide.commlib.handshake;

/** The verdicts of a gate: reasons for a refusal, and {@link #NONE}. */
public enum Refusal {
    /** No refusal: the connection goes on. */
    NONE(0),
    /** The two sides speak different versions of the handshake. */
    OTHER_PROTOCOL(1),
    /** The caller's proof is wrong: the caller has another secret, or a message was changed on its way. */
    WRONG_SECRET(2),
    /** The secret is right, but the MOIDE versions differ and one of the two processes is an engine. */
    OTHER_VERSION(3),
    /** The secret is right, but this is not the process that the caller wanted. */
    OTHER_NODE(4),
    /** One side encrypts and the other runs with {@code --plain}; or one side has no TLS key and cannot make one. */
    NO_TLS(5),
    /** The gate has as many sessions open as its limits allow. */
    FULL(6);

    private final byte code;

    Refusal(int code) {
        this.code = (byte) code;
    }

    /** Returns the number by which messages encode this verdict. */
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
