package org.moide.commlib.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Bytes in several arrays, none of which is long. Whoever reads an array makes room for all of it when only its length has
 * come; so a length that is not followed by bytes costs no more than one piece.
 */
final class Pieces {
    /** Most calls are shorter. */
    private static final int FIRST_BYTES = 512;

    private static final int GROWTH = 4;

    private final List<byte[]> full = new ArrayList<>(1);
    private ByteBuffer last = ByteBuffer.allocate(FIRST_BYTES);

    /** Room for some bytes, at most {@link Long#BYTES}. */
    ByteBuffer room(int bytes) {
        if (last.remaining() < bytes) {
            full.add(Arrays.copyOf(last.array(), last.position()));
            last = ByteBuffer.allocate(Math.min(CallValues.MOST_PIECE_BYTES, GROWTH * last.capacity()));
        }
        return last;
    }

    void put(byte[] source) {
        int done = 0;
        while (done < source.length) {
            ByteBuffer room = room(1);
            int now = Math.min(source.length - done, room.remaining());
            room.put(source, done, now);
            done += now;
        }
    }

    byte[][] arrays() {
        full.add(Arrays.copyOf(last.array(), last.position()));
        return full.toArray(byte[][]::new);
    }

    /**
     * The bytes of all pieces.
     *
     * @throws IllegalArgumentException if one array is at two places, which would be worth more than was sent
     */
    static ByteBuffer joined(byte[][] pieces) {
        if (pieces.length == 1 && pieces[0] != null) {
            return ByteBuffer.wrap(pieces[0]);
        }
        Set<byte[]> different = Collections.newSetFromMap(new IdentityHashMap<>());
        different.addAll(Arrays.asList(pieces));
        if (different.size() < pieces.length || different.contains(null)) {
            throw new IllegalArgumentException("expected " + pieces.length + " pieces, found one twice or none");
        }
        ByteBuffer joined = ByteBuffer.allocate(Math.toIntExact(
                different.stream().mapToLong(piece -> piece.length).sum()));
        for (byte[] piece : pieces) {
            joined.put(piece);
        }
        return joined.flip();
    }
}
