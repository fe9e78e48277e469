package org.moide.commlib.handshake;

/** The purpose of a connection. The first message contains it, and the proofs of both sides cover it. */
public enum Purpose {
    /** A request for the process's description, which the verdict's payload contains. The connection then ends. */
    FIND(1),
    /** Calls on distributed objects: RMI takes over the connection. */
    CALL(2),
    /** An idle connection; when it closes, the process at its other end has ended. */
    LIFELINE(3),
    /** Data between two objects, outside of calls: the object that the caller names takes over the connection. */
    DATA(4);

    private final byte code;

    Purpose(int code) {
        this.code = (byte) code;
    }

    /**
     * Returns whether the connection's data must stay secret. The answer to FIND is signed but not secret, and a
     * lifeline carries no data.
     */
    public boolean confidential() {
        return this == CALL || this == DATA;
    }

    /** Returns the number by which messages encode this purpose. */
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
