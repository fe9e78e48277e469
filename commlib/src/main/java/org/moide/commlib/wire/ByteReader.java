package org.moide.commlib.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Reads the parts of values that {@link ByteWriter} writes. It does not trust the writer: it checks a length against
 * the remaining bytes before it allocates anything. The bytes may come in several pieces, and a long array may be one
 * of these pieces, without a copy.
 *
 * <p>Each method throws an {@link IllegalArgumentException} if the bytes do not have the expected form. One thread uses
 * it.
 */
public final class ByteReader {
    private static final byte[][] NONE = {};

    private final byte[][] pieces;
    private int next;
    private ByteBuffer now;
    /** The number of unread bytes in this piece and all that follow. */
    private long left;

    /** Creates a reader of all these bytes. */
    public ByteReader(byte[] bytes) {
        this(bytes, 0);
    }

    /** Creates a reader of these bytes from an index on. */
    public ByteReader(byte[] bytes, int from) {
        this(ByteBuffer.wrap(bytes, from, bytes.length - from));
    }

    private ByteReader(ByteBuffer bytes) {
        this.pieces = NONE;
        this.now = bytes;
        this.left = bytes.remaining();
    }

    /**
     * Creates a reader of several pieces.
     *
     * @throws IllegalArgumentException if an array occurs twice: it would then count for more bytes than were sent
     */
    ByteReader(byte[][] pieces) {
        this.pieces = pieces;
        this.now = ByteBuffer.allocate(0);
        if (pieces.length != 1 || pieces[0] == null) {
            Set<byte[]> different = Collections.newSetFromMap(new IdentityHashMap<>());
            different.addAll(Arrays.asList(pieces));
            if (different.size() < pieces.length || different.contains(null)) {
                throw new IllegalArgumentException("expected " + pieces.length + " pieces, found one twice or none");
            }
        }
        for (byte[] piece : pieces) {
            left += piece.length;
        }
    }

    /** Returns the number of bytes that are not read yet. */
    public long remaining() {
        return left;
    }

    /** Checks that all bytes have been read. */
    public void end() {
        if (left > 0) {
            throw new IllegalArgumentException("expected the end, found " + left + " bytes more");
        }
    }

    public byte get() {
        return room(Byte.BYTES).get();
    }

    public char getChar() {
        return room(Character.BYTES).getChar();
    }

    public short getShort() {
        return room(Short.BYTES).getShort();
    }

    public int getInt() {
        return room(Integer.BYTES).getInt();
    }

    public long getLong() {
        return room(Long.BYTES).getLong();
    }

    public float getFloat() {
        return room(Float.BYTES).getFloat();
    }

    public double getDouble() {
        return room(Double.BYTES).getDouble();
    }

    /**
     * Reads a number of elements. Checks that enough bytes are left for so many elements of at least
     * {@code leastBytesEach} bytes each.
     */
    public int count(int leastBytesEach) {
        return checked(getInt(), leastBytesEach);
    }

    /** Reads a length and a byte array of that length. */
    public byte[] array() {
        return array(getInt());
    }

    /** Reads a byte array of this length. If the array is a whole piece, returns that piece itself and no copy. */
    public byte[] array(int length) {
        checked(length, 1);
        if (!now.hasRemaining() && next < pieces.length && pieces[next].length == length) {
            left -= length;
            return pieces[next++];
        }
        byte[] array = new byte[length];
        if (now.remaining() >= length) {
            now.get(array);
            left -= length;
            return array;
        }
        int done = 0;
        while (done < length) {
            advance();
            int some = Math.min(length - done, now.remaining());
            now.get(array, done, some);
            done += some;
        }
        left -= length;
        return array;
    }

    /** Reads a length and that many bytes, as a buffer that contains only them. */
    public ByteBuffer slice() {
        return slice(getInt());
    }

    /** Reads a length and returns a reader of that many bytes, which this reader skips. */
    public ByteReader part() {
        return new ByteReader(slice());
    }

    /** Reads a length and a UTF-8 text of that many bytes. */
    public String text() {
        return text(getInt());
    }

    /** Reads a UTF-8 text of this many bytes. */
    public String text(int length) {
        checked(length, 1);
        if (now.remaining() >= length) {
            int from = now.arrayOffset() + now.position();
            now.position(now.position() + length);
            left -= length;
            return new String(now.array(), from, length, StandardCharsets.UTF_8);
        }
        return new String(array(length), StandardCharsets.UTF_8);
    }

    /** Reads an array of this many numbers. */
    public Object numbers(Numbers type, int length) {
        checked(length, type.elementBytes());
        if (type == Numbers.BYTES) {
            return array(length);
        }
        Object array = type.array(length);
        type.get(slice(length * type.elementBytes()), array);
        return array;
    }

    /** Reads all bytes that are left. */
    public byte[] rest() {
        return array(Math.toIntExact(left));
    }

    private int checked(int count, int leastBytesEach) {
        if (count < 0 || count > left / leastBytesEach) {
            throw new IllegalArgumentException("expected at most " + left / leastBytesEach + " elements in the " + left
                    + " bytes that are left, found " + count);
        }
        return count;
    }

    /** Reads bytes as a buffer that contains only them. */
    private ByteBuffer slice(int bytes) {
        checked(bytes, 1);
        if (bytes > 0) {
            advance();
        }
        if (now.remaining() >= bytes) {
            ByteBuffer slice = now.slice(now.position(), bytes);
            now.position(now.position() + bytes);
            left -= bytes;
            return slice;
        }
        return ByteBuffer.wrap(array(bytes));
    }

    /**
     * Returns a buffer from which the caller must read exactly {@code bytes} bytes. It serves to read several numbers
     * at once.
     */
    public ByteBuffer room(int bytes) {
        if (now.remaining() >= bytes) {
            left -= bytes;
            return now;
        }
        return slice(bytes);
    }

    private void advance() {
        while (!now.hasRemaining()) {
            now = ByteBuffer.wrap(pieces[next++]);
        }
    }
}
