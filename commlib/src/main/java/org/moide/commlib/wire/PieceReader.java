package org.moide.commlib.wire;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** The bytes of some pieces one after the other; long arrays are taken from them without a copy in between. One thread. */
final class PieceReader {
    private final byte[][] pieces;
    private int next;
    private ByteBuffer now = ByteBuffer.allocate(0);
    /** In this piece and all that follow. */
    private long left;

    /** @throws IllegalArgumentException if one array is at two places, which would be worth more than was sent */
    PieceReader(byte[][] pieces) {
        this.pieces = pieces;
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

    /** How many bytes are left. */
    long remaining() {
        return left;
    }

    byte get() {
        return room(Byte.BYTES).get();
    }

    char getChar() {
        return room(Character.BYTES).getChar();
    }

    short getShort() {
        return room(Short.BYTES).getShort();
    }

    int getInt() {
        return room(Integer.BYTES).getInt();
    }

    long getLong() {
        return room(Long.BYTES).getLong();
    }

    float getFloat() {
        return room(Float.BYTES).getFloat();
    }

    double getDouble() {
        return room(Double.BYTES).getDouble();
    }

    /** The next bytes in an array of their own; a piece of just that length is that array. */
    byte[] array(int length) {
        if (!now.hasRemaining() && next < pieces.length && pieces[next].length == length) {
            take(length);
            return pieces[next++];
        }
        byte[] array = new byte[length];
        get(array);
        return array;
    }

    /** Takes as many bytes as the array has. */
    void get(byte[] target) {
        take(target.length);
        int done = 0;
        while (done < target.length) {
            advance();
            int some = Math.min(target.length - done, now.remaining());
            now.get(target, done, some);
            done += some;
        }
    }

    /** The next bytes, in a buffer of their own that begins and ends with them. */
    ByteBuffer slice(int bytes) {
        if (now.remaining() >= bytes) {
            take(bytes);
            ByteBuffer slice = now.slice(now.position(), bytes);
            now.position(now.position() + bytes);
            return slice;
        }
        if (left < bytes) {
            throw new BufferUnderflowException();
        }
        byte[] gathered = new byte[bytes];
        get(gathered);
        return ByteBuffer.wrap(gathered);
    }

    /** From which these bytes, and no more, may be read. */
    private ByteBuffer room(int bytes) {
        if (now.remaining() >= bytes) {
            left -= bytes;
            return now;
        }
        return slice(bytes);
    }

    private void take(int bytes) {
        if (left < bytes) {
            throw new BufferUnderflowException();
        }
        left -= bytes;
    }

    private void advance() {
        while (!now.hasRemaining()) {
            now = ByteBuffer.wrap(pieces[next++]);
        }
    }
}
