package org.moide.commlib.channel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * A piece that goes over a channel: some numbers, which mean what the user of the channel says, and bytes.
 *
 * @param kind what it is, to its receiver
 * @param content what the payload is
 * @param payload its bytes; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // bulk bytes, which nobody compares
public record Frame(
        byte kind,
        byte content,
        long sequence,
        int context,
        int sender,
        int receiver,
        int tag,
        long note,
        byte[] payload) {
    /** Bytes before the payload. */
    public static final int HEAD_BYTES = 40;

    private static final byte[] NOTHING = {};

    public Frame {
        Objects.requireNonNull(payload, "payload");
    }

    /** A frame of numbers only. */
    public static Frame of(byte kind, long sequence, int sender, long note) {
        return new Frame(kind, (byte) 0, sequence, 0, sender, 0, 0, note, NOTHING);
    }

    /** Frames begin at multiples of this, so that elements can be copied straight from where they came. */
    static final int ALIGNMENT = Long.BYTES;

    /** Bytes on the way of a frame with such a payload. */
    static int bytes(int payloadBytes) {
        return HEAD_BYTES + payloadBytes + padding(payloadBytes);
    }

    /** Bytes of no meaning after the payload. */
    static int padding(int payloadBytes) {
        return -payloadBytes & (ALIGNMENT - 1);
    }

    void writeHead(byte[] head, int payloadBytes) {
        ByteBuffer.wrap(head)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(payloadBytes)
                .put(kind)
                .put(content)
                .putShort((short) 0)
                .putLong(sequence)
                .putInt(context)
                .putInt(sender)
                .putInt(receiver)
                .putInt(tag)
                .putLong(note);
    }

    static int payloadBytes(byte[] head) {
        return ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt();
    }

    static Frame read(byte[] head, byte[] payload) {
        ByteBuffer in = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).position(Integer.BYTES);
        byte kind = in.get();
        byte content = in.get();
        in.getShort();
        return new Frame(
                kind, content, in.getLong(), in.getInt(), in.getInt(), in.getInt(), in.getInt(), in.getLong(), payload);
    }
}
