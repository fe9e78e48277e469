package org.moide.commlib.rmi;

import java.io.Serializable;

/**
 * The answer of a call that returned no value.
 *
 * @param kind how the call failed
 * @param text what happened, for people
 */
record Failure(Kind kind, String text) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The ways in which a call can fail. */
    enum Kind {
        /** There is no such object in the called process, or it has no such method. */
        UNKNOWN,
        /** The method threw an exception. */
        THREW,
        /** The method's answer cannot be sent. */
        UNSENT
    }
}
