package org.moide.commlib.tunnel;

import org.jspecify.annotations.Nullable;

/**
 * The one-byte answer of a tunnel to a {@link TunnelAsk}. The bytes after {@link #OPEN} come from the requested
 * process.
 */
public enum TunnelAnswer {
    OPEN((byte) 'o', "is open"),
    NOT_HERE((byte) 'h', "expected a host of this tunnel, found another"),
    NO_GATE((byte) 'g', "expected the port of a daemon or an engine, found another, or that it has ended"),
    NOTHING_LISTENS((byte) 'l', "nothing listens there any more"),
    NO_SSH((byte) 's', "the ssh to that host has ended"),
    FULL((byte) 'f', "has as many connections open as its limits allow");

    private final byte code;
    private final String words;

    TunnelAnswer(byte code, String words) {
        this.code = code;
        this.words = words;
    }

    byte code() {
        return code;
    }

    /** Returns the answer in words, for a message. */
    public String words() {
        return words;
    }

    /** Returns the answer with a code; null if there is none. */
    static @Nullable TunnelAnswer of(int code) {
        for (TunnelAnswer answer : values()) {
            if (answer.code == code) {
                return answer;
            }
        }
        return null;
    }
}
