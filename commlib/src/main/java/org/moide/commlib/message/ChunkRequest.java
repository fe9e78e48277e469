package org.moide.commlib.message;

import java.io.Serializable;

/**
 * Asks for a piece of a message that was announced.
 *
 * @param fromEngine the engine that asks, which must be the receiver's
 * @param incarnation the asking engine's
 * @param offsetBytes where the piece starts
 * @param bytes how long it is, at least 1
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
