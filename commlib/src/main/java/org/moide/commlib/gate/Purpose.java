package org.moide.commlib.gate;

/** What a connection is for; said in its first message and covered by both proofs. */
public enum Purpose {
    /** Who are you? The verdict's payload tells it, and the connection ends. */
    FIND(1),
    /** Calls on distributed objects: the connection goes on to RMI. */
    CALL(2),
    /** An idle connection whose end tells of the end of a process. */
    LIFELINE(3);

    private final byte code;

    Purpose(int code) {
        this.code = (byte) code;
    }

    /** How it travels. */
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
