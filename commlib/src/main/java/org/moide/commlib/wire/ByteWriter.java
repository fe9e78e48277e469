package org.moide.commlib.wire;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes the parts of values for {@link ByteReader}: numbers big-endian, and before data of variable length its length
 * in four bytes. One thread at a time may use it.
 */
public abstract class ByteWriter {
    private ByteBuffer last;

    ByteWriter(int firstBytes) {
        this.last = ByteBuffer.allocate(firstBytes);
    }

    /** Returns a buffer with room for this many bytes. The caller writes the next bytes into it. */
    public final ByteBuffer room(int bytes) {
        if (last.remaining() < bytes) {
            last = longer(bytes);
        }
        return last;
    }

    /** Returns a buffer in which writing continues, when the current one has no room for this many bytes. */
    abstract ByteBuffer longer(int bytes);

    /** Makes another buffer the current one, into which writing continues. */
    final void goOn(ByteBuffer next) {
        last = next;
    }

    /** Returns the current buffer. */
    final ByteBuffer last() {
        return last;
    }

    /** Returns the number of bytes in the current buffer. */
    final int written() {
        return last.position();
    }

    /** Returns the bytes in the current buffer; the array may be the buffer's own. */
    final byte[] lastArray() {
        return last.hasRemaining() ? Arrays.copyOf(last.array(), last.position()) : last.array();
    }

    /** Writes bytes without their length. */
    public void put(byte[] bytes) {
        room(bytes.length).put(bytes);
    }

    /** Writes a length and that many bytes. */
    public final void array(byte[] bytes) {
        room(Integer.BYTES).putInt(bytes.length);
        put(bytes);
    }

    /** Writes the length of a UTF-8 text in bytes, and the text. */
    public final void text(String text) {
        array(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Writes the length of an array of numbers and its elements. They must fit in one array of bytes, so 2 GiB at
     * most.
     */
    public final void numbers(Numbers type, Object array) {
        int length = Array.getLength(array);
        int bytes = Math.multiplyExact(length, type.elementBytes());
        ByteBuffer room = room(Math.addExact(Integer.BYTES, bytes)).putInt(length);
        type.put(array, room.slice(room.position(), bytes));
        room.position(room.position() + bytes);
    }
}
