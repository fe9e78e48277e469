package org.moide.commlib.channel;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Slice;
import org.moide.commlib.port.DataConnection;

/**
 * The reading side of a channel: assembles frames from the bytes that have arrived, however they were split.
 *
 * <p><b>Threads.</b> One thread at a time, which holds the channel's lock for reading.
 */
final class FrameReader {
    /**
     * The number of read bytes after which the peer is told that there is new room. A peer that finds too little room
     * for the longest frame has written more than this number of bytes that are still unread here. So it is told at
     * least once after there is enough room.
     */
    private static final int ROOM_BYTES = DataConnection.LEAST_ROOM / 4;

    private static final byte[] NOTHING = {};

    private final DataConnection connection;
    private final Channel.Listener listener;
    private final byte[] head = new byte[Frame.HEAD_BYTES];
    private final byte[] padding = new byte[Frame.ALIGNMENT];
    private int headRead;
    private long taken;
    private long takenTold;
    private @Nullable Slice target;
    private byte[] payload = NOTHING;
    private int payloadRead;

    FrameReader(DataConnection connection, Channel.Listener listener) {
        this.connection = connection;
        this.listener = listener;
    }

    /** Returns the total number of bytes that this reader has read from the connection. */
    long taken() {
        return taken;
    }

    /** Reads the bytes that have arrived. Returns the frame that they complete, or null if none is complete. */
    @Nullable
    Frame read() throws IOException {
        if (headRead < head.length) {
            headRead += read(head, headRead, head.length - headRead);
            if (headRead < head.length) {
                return null;
            }
            beginPayload();
        }
        int length = Frame.payloadBytes(head);
        if (payloadRead < length) {
            readPayload(length);
        }
        int all = length + Frame.padding(length);
        if (payloadRead >= length && payloadRead < all) {
            payloadRead += read(padding, 0, all - payloadRead);
        }
        if (payloadRead < all) {
            return null;
        }
        headRead = 0;
        target = null;
        return Frame.read(head, payload);
    }

    private int read(byte[] into, int offset, int most) throws IOException {
        int count = Math.min(connection.readable(), most);
        connection.read(into, offset, count);
        taken += count;
        return count;
    }

    private void beginPayload() throws IOException {
        int length = Frame.payloadBytes(head);
        if (length < 0 || length > Channel.MOST_PAYLOAD_BYTES) {
            throw new IOException(
                    "expected a frame of at most " + Channel.MOST_PAYLOAD_BYTES + " bytes, found " + length);
        }
        payloadRead = 0;
        payload = NOTHING;
        target = length == 0 ? null : listener.target(Frame.read(head, NOTHING), length);
    }

    private void readPayload(int length) throws IOException {
        Slice straight = target;
        if (straight != null && payload.length == 0) {
            readStraight(straight, length);
            return;
        }
        if (payload.length == 0) {
            payload = listener.array(length);
        }
        payloadRead += read(payload, payloadRead, length - payloadRead);
    }

    /** Reads as many whole elements as have arrived directly into the target slice. */
    private void readStraight(Slice straight, int length) throws IOException {
        int each = straight.type().bytes();
        int elements = Math.min(connection.readable(), length - payloadRead) / each;
        if (elements > 0) {
            connection.read(straight.part(payloadRead / each, elements));
            payloadRead += elements * each;
            taken += (long) elements * each;
        }
    }

    /**
     * Asks the listener again where to put the payload of a partly read frame, since the receiver may have withdrawn
     * its array.
     */
    void askAgain() {
        if (target != null) {
            target = listener.target(Frame.read(head, NOTHING), Frame.payloadBytes(head));
        }
    }

    /** Tells the peer that this side has made room by reading; the peer may sleep until it learns that. */
    void tellRoom() throws IOException {
        if (taken - takenTold >= ROOM_BYTES) {
            takenTold = taken;
            connection.ring(false);
        }
    }
}
