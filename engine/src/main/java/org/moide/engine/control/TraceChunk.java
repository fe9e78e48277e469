package org.moide.engine.control;

import java.io.Serializable;

/**
 * Trace events of an engine's threads over a period, in the encoding of {@code commlib.trace}.
 *
 * @param engine the engine's number in the epoch, which events of other engines refer to
 * @param events the encoded events; must not be changed
 * @param dropped how many further events were dropped for lack of room
 * @param nowNanos the time of sending, by the clock of the engine's JVM
 */
@SuppressWarnings("ArrayRecordComponent") // large arrays that are never compared
public record TraceChunk(int engine, byte[] events, long dropped, long nowNanos) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The greatest size of a chunk in bytes: some 20,000 events. */
    public static final int MOST_BYTES = 256 << 10;

    /** An empty chunk, of a run that is not traced. */
    public static final TraceChunk NONE = new TraceChunk(0, new byte[0], 0, 0);

    public TraceChunk {
        if (engine < 0) {
            throw new IllegalArgumentException("expected an engine's number, found " + engine);
        }
        if (events.length > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "expected at most " + MOST_BYTES + " bytes of events, found " + events.length);
        }
    }

    public boolean isNone() {
        return nowNanos == 0 && events.length == 0;
    }
}
