package org.moide.commlib.rmi;

import java.io.Serializable;

/**
 * A call that brought no value.
 *
 * @param kind what is known about it
 * @param text what happened, for people
 */
record Failure(Kind kind, String text) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The knowledge about the call. */
    enum Kind {
        /** The call found no such object here, or none with such a method. */
        UNKNOWN,
        /** The method threw. */
        THREW,
        /** The method's answer cannot be sent. */
        UNSENT
    }
}
