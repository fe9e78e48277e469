package org.moide.commlib.handshake;

/** The purpose of a connection; said in its first message and covered by both proofs. */
public enum Purpose {
    /** A question for who the other is. The verdict's payload tells it, and the connection ends. */
    FIND(1),
    /** Calls on distributed objects: the connection goes on to RMI. */
    CALL(2),
    /** An idle connection whose end tells of the end of a process. */
    LIFELINE(3),
    /** Data from one object to another, beside calls: whoever the caller names goes on with the connection. */
    DATA(4);

    private final byte code;

    Purpose(int code) {
        this.code = (byte) code;
    }

    /**
     * Returns whether what goes over the connection must stay secret: the answer to FIND is signed, and a lifeline
     * carries nothing.
     */
    public boolean confidential() {
        return this == CALL || this == DATA;
    }

    /** The code that travels. */
    byte code() {
        return code;
    }

    static Purpose of(byte code) throws MalformedMessageException {
        for (Purpose purpose : values()) {
            if (purpose.code == code) {
                return purpose;
            }
        }
        throw new MalformedMessageException("expected a purpose, found " + code);
    }
}
