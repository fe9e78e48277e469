package org.moide.commlib.wire;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes the parts of which values consist, for {@link ByteReader}: numbers big-endian, and lengths in four bytes before
 * what is so long. One thread at a time.
 */
public abstract class ByteWriter {
    private ByteBuffer last;

    ByteWriter(int firstBytes) {
        this.last = ByteBuffer.allocate(firstBytes);
    }

    /** The buffer into which the next bytes are put; there is room for this many. */
    public final ByteBuffer room(int bytes) {
        if (last.remaining() < bytes) {
            last = longer(bytes);
        }
        return last;
    }

    /** Makes the buffer in which writing goes on if there is no room for this many bytes. */
    abstract ByteBuffer longer(int bytes);

    /** Writing goes on here. */
    final void goOn(ByteBuffer next) {
        last = next;
    }

    /** The buffer in which writing goes on. */
    final ByteBuffer last() {
        return last;
    }

    /** The number of bytes that have been written there. */
    final int written() {
        return last.position();
    }

    /** The bytes that were written there, in an array that may be the one that is written to. */
    final byte[] lastArray() {
        return last.hasRemaining() ? Arrays.copyOf(last.array(), last.position()) : last.array();
    }

    /** Writes these bytes, without their length. */
    public void put(byte[] bytes) {
        room(bytes.length).put(bytes);
    }

    /** A length, and that many bytes. */
    public final void array(byte[] bytes) {
        room(Integer.BYTES).putInt(bytes.length);
        put(bytes);
    }

    /** A length, and a text in UTF-8 of that many bytes. */
    public final void text(String text) {
        array(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes how many elements an array of numbers has, and these; all at once, so it may have 2 GiB at most. */
    public final void numbers(Numbers type, Object array) {
        int length = Array.getLength(array);
        int bytes = Math.multiplyExact(length, type.elementBytes());
        ByteBuffer room = room(Math.addExact(Integer.BYTES, bytes)).putInt(length);
        type.put(array, room.slice(room.position(), bytes));
        room.position(room.position() + bytes);
    }
}
