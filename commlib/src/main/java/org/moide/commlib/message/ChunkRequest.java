package org.moide.commlib.message;

import java.io.Serializable;

/**
 * A request for a piece of a message that was announced.
 *
 * @param fromEngine the requesting engine, which must be the message's receiver
 * @param incarnation the requesting engine's incarnation
 * @param messageId the number from the message's {@link Envelope.Announce}
 * @param offsetBytes where the piece starts in the message
 * @param bytes the length of the piece, at least 1
 */
public record ChunkRequest(long epoch, int fromEngine, long incarnation, long messageId, long offsetBytes, int bytes)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public ChunkRequest {
        if (offsetBytes < 0 || bytes < 1) {
            throw new IllegalArgumentException(
                    "expected an offset from 0 and a length from 1 on, found " + offsetBytes + " and " + bytes);
        }
    }
}
