package org.moide.commlib.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Reads the parts of which values consist, as {@link ByteWriter} writes them. Whoever wrote the bytes is not trusted: a
 * length is checked against the bytes that are left before anything is made of it. The bytes may come in several pieces,
 * and long arrays are taken from these without a copy in between.
 *
 * <p>Each method throws an {@link IllegalArgumentException} if the bytes are not what it reads. One thread.
 */
public final class ByteReader {
    private static final byte[][] NONE = {};

    private final byte[][] pieces;
    private int next;
    private ByteBuffer now;
    /** The number of bytes left, in this piece and all that follow. */
    private long left;

    /** Reads all these bytes. */
    public ByteReader(byte[] bytes) {
        this(bytes, 0);
    }

    /** Reads these bytes from one of them on. */
    public ByteReader(byte[] bytes, int from) {
        this(ByteBuffer.wrap(bytes, from, bytes.length - from));
    }

    private ByteReader(ByteBuffer bytes) {
        this.pieces = NONE;
        this.now = bytes;
        this.left = bytes.remaining();
    }

    /** @throws IllegalArgumentException if one array is at two places, which would be worth more than was sent */
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

    /** The number of bytes that are left. */
    public long remaining() {
        return left;
    }

    /** Checks that nothing is left. */
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

    /** A number of things that take at least this many bytes each, and are there. */
    public int count(int leastBytesEach) {
        return checked(getInt(), leastBytesEach);
    }

    /** An array of bytes behind its length. */
    public byte[] array() {
        return array(getInt());
    }

    /** Reads this many bytes into an array of their own; a piece of just that length is that array. */
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

    /** The bytes that are behind a length, in a buffer of their own that begins and ends with them. */
    public ByteBuffer slice() {
        return slice(getInt());
    }

    /** The bytes that are behind a length, to be read apart. */
    public ByteReader part() {
        return new ByteReader(slice());
    }

    /** A text in UTF-8 behind its length in bytes. */
    public String text() {
        return text(getInt());
    }

    /** A text of this many bytes. */
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

    /** An array of this many numbers. */
    public Object numbers(Numbers type, int length) {
        checked(length, type.elementBytes());
        if (type == Numbers.BYTES) {
            return array(length);
        }
        Object array = type.array(length);
        type.get(slice(length * type.elementBytes()), array);
        return array;
    }

    /** Reads all that is left. */
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

    /** The next bytes, in a buffer of their own that begins and ends with them. */
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

    /** A buffer for several numbers at once. Whoever asks for it reads so many bytes from it, and no more. */
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
