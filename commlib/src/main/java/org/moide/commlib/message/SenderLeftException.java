package org.moide.commlib.message;

import org.moide.commlib.CommException;

/** The sender of a long message stopped waiting before the receiver had it. */
final class SenderLeftException extends CommException {
    private static final long serialVersionUID = 1L;

    SenderLeftException(String message) {
        super(message);
    }
}
