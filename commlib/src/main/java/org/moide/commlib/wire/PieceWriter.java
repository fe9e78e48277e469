package org.moide.commlib.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes into several arrays. In calls none of them is long: whoever reads an array makes room for all of it when only its
 * length has come; so a length that is not followed by bytes costs no more than one piece. One thread at a time.
 */
public final class PieceWriter extends ByteWriter {
    /** The size of the first piece: most calls are shorter. */
    private static final int FIRST_BYTES = 512;

    private static final int GROWTH = 4;

    /** An array from this length on has pieces of its own. */
    private static final int OWN_PIECES_BYTES = 1 << 16;

    private final List<byte[]> full = new ArrayList<>(1);
    private final int mostOwnBytes;

    /**
     * An empty one.
     *
     * @param mostOwnBytes up to which length an array that is put becomes a piece, uncopied
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

    /** Adds an array as a piece, if it can be one; else copies its bytes once. */
    private void putLong(byte[] source) {
        end();
        goOn(ByteBuffer.allocate(FIRST_BYTES));
        // One array may be in the value twice, and must not be two pieces.
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

    /** The arrays with all that was written; nothing may be written after it. */
    public byte[][] arrays() {
        end();
        return full.toArray(byte[][]::new);
    }
}
