package org.moide.commlib.message;

import org.moide.commlib.CommException;

/** The sender of a long message stopped waiting before the receiver had fetched the message. */
public final class SenderLeftException extends CommException {
    private static final long serialVersionUID = 1L;

    /** The text by which the receiver is told that the sender has stopped waiting. */
    public static final String WHY = "the sender no longer waits: it was released, or it found an error";

    public SenderLeftException(String message) {
        super(message);
    }
}
