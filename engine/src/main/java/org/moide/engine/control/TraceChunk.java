package org.moide.engine.control;

import java.io.Serializable;

/**
 * Events of an engine's threads over a period, as {@code commlib.trace} writes them.
 *
 * @param engine the engine's number in the epoch, by which the events of others name it
 * @param events the encoded events, not to be changed
 * @param dropped how many more events there were, for which there was no room
 * @param nowNanos the time at which the chunk was sent, by the clock of the engine's JVM
 */
@SuppressWarnings("ArrayRecordComponent") // bulk bytes, which nobody compares
public record TraceChunk(int engine, byte[] events, long dropped, long nowNanos) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The most bytes of a chunk: some 20,000 events. */
    public static final int MOST_BYTES = 256 << 10;

    /** A chunk of nothing, from a run that is not traced. */
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

    /** Returns whether the chunk is of a run that is not traced. */
    public boolean isNone() {
        return nowNanos == 0 && events.length == 0;
    }
}
