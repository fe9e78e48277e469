package org.moide.commlib.channel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * A unit of transfer over a channel: a head of numbers, whose meaning the channel's user defines, and a payload.
 *
 * @param kind the frame's kind, as the user defines it
 * @param content the form of the payload, as the user defines it
 * @param payload the bytes, which must not be changed
 */
@SuppressWarnings("ArrayRecordComponent") // bulk bytes; no code compares the records
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
    /** The number of bytes in a frame's head, which precedes the payload. */
    public static final int HEAD_BYTES = 40;

    private static final byte[] NOTHING = {};

    public Frame {
        Objects.requireNonNull(payload, "payload");
    }

    /** Creates a frame without a payload. */
    public static Frame of(byte kind, long sequence, int sender, long note) {
        return new Frame(kind, (byte) 0, sequence, 0, sender, 0, 0, note, NOTHING);
    }

    /** The alignment of frames, which lets elements be copied straight from the buffer. */
    static final int ALIGNMENT = Long.BYTES;

    /** Returns the number of bytes that a frame with such a payload takes on a connection. */
    static int bytes(int payloadBytes) {
        return HEAD_BYTES + payloadBytes + padding(payloadBytes);
    }

    /** Returns the number of unused bytes after a payload. */
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
