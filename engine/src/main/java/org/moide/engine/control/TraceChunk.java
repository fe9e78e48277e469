package org.moide.engine.control;

import java.io.Serializable;

/**
 * What an engine's threads did in a while, as {@code commlib.trace} writes it.
 *
 * @param engine its number in the epoch, by which others name it in what they did
 * @param events not to be changed
 * @param dropped how many more there were, for which there was no room
 * @param nowNanos when this was sent, by the clock of the engine's JVM
 */
@SuppressWarnings("ArrayRecordComponent") // bulk bytes, which nobody compares
public record TraceChunk(int engine, byte[] events, long dropped, long nowNanos) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The most that one may have: some 20,000 events. */
    public static final int MOST_BYTES = 256 << 10;

    /** Nothing, and nobody wants to know. */
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

    /** Whether nobody wants to know. */
    public boolean isNone() {
        return nowNanos == 0 && events.length == 0;
    }
}
