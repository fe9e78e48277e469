package org.moide.commlib.handshake;

import java.io.IOException;

/** The received bytes are not a message of the handshake. */
final class MalformedMessageException extends IOException {
    private static final long serialVersionUID = 1L;

    MalformedMessageException(String message) {
        super(message);
    }
}
