package org.moide.commlib.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A writer to several arrays. In calls each of them is short: a reader allocates an array when only its length has
 * arrived, so a false length costs it no more than one piece. One thread at a time may use it.
 */
public final class PieceWriter extends ByteWriter {
    /** The size of the first piece: most calls are shorter. */
    private static final int FIRST_BYTES = 512;

    private static final int GROWTH = 4;

    /** The length from which on an array gets pieces of its own. */
    private static final int OWN_PIECES_BYTES = 1 << 16;

    private final List<byte[]> full = new ArrayList<>(1);
    private final int mostOwnBytes;

    /**
     * Creates an empty writer.
     *
     * @param mostOwnBytes the longest array that becomes a piece without a copy
     */
    public PieceWriter(int mostOwnBytes) {
        super(FIRST_BYTES);
        this.mostOwnBytes = mostOwnBytes;
    }

    @Override
    ByteBuffer longer(int bytes) {
        end();
        return ByteBuffer.allocate(Math.max(bytes, Math.min(Travelling.MOST_PIECE_BYTES, GROWTH * last().capacity())));
    }

    @Override
    public void put(byte[] source) {
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

    /** Adds an array as a piece if it is short enough; otherwise adds copies of its parts. */
    private void putLong(byte[] source) {
        end();
        goOn(ByteBuffer.allocate(FIRST_BYTES));
        // The same array may occur twice in the value, but not twice among the pieces.
        if (source.length <= mostOwnBytes && full.stream().noneMatch(piece -> piece == source)) {
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
        if (written() > 0) {
            full.add(lastArray());
        }
    }

    /** Returns all pieces; the caller must not write any more after that. */
    public byte[][] arrays() {
        end();
        return full.toArray(byte[][]::new);
    }
}
