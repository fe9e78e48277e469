package org.moide.commlib.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Bytes in several arrays, none of which is long. Whoever reads an array makes room for all of it when only its length has
 * come; so a length that is not followed by bytes costs no more than one piece.
 */
final class Pieces {
    /** Most calls are shorter. */
    private static final int FIRST_BYTES = 512;

    private static final int GROWTH = 4;

    /** An array from this length on has pieces of its own. */
    private static final int OWN_PIECES_BYTES = 1 << 16;

    private final List<byte[]> full = new ArrayList<>(1);
    private ByteBuffer last = ByteBuffer.allocate(FIRST_BYTES);

    /** Room for some bytes, at most {@link Long#BYTES}. */
    ByteBuffer room(int bytes) {
        if (last.remaining() < bytes) {
            end();
            last = ByteBuffer.allocate(Math.min(Travelling.MOST_PIECE_BYTES, GROWTH * last.capacity()));
        }
        return last;
    }

    void put(byte[] source) {
        if (source.length >= OWN_PIECES_BYTES) {
            putLong(source);
            return;
        }
        int done = 0;
        while (done < source.length) {
            ByteBuffer room = room(1);
            int now = Math.min(source.length - done, room.remaining());
            room.put(source, done, now);
            done += now;
        }
    }

    /** If it can be a piece it is one, and else its bytes are copied once. */
    private void putLong(byte[] source) {
        end();
        last = ByteBuffer.allocate(FIRST_BYTES);
        // One array may be in the value twice, and must not be two pieces.
        if (source.length <= Travelling.MOST_PIECE_BYTES && full.stream().noneMatch(piece -> piece == source)) {
            full.add(source);
            return;
        }
        int done = 0;
        while (done < source.length) {
            int end = done + Math.min(source.length - done, Travelling.MOST_PIECE_BYTES);
            full.add(Arrays.copyOfRange(source, done, end));
            done = end;
        }
    }

    private void end() {
        if (last.position() > 0) {
            full.add(last.hasRemaining() ? Arrays.copyOf(last.array(), last.position()) : last.array());
        }
    }

    byte[][] arrays() {
        end();
        return full.toArray(byte[][]::new);
    }
}
