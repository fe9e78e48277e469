package org.moide.engine.executor;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.wire.ByteReader;

/**
 * Puts long answers to calls, and long calls, together from their pieces. Pieces of different engines, and of answers
 * that an engine gives twice, are kept apart. Used by one thread at a time.
 */
public final class AnswerPieces {
    private record Key(int seat, long id) {}

    private final Map<Key, ByteArrayOutputStream> begun = new HashMap<>();

    /**
     * Adds a piece; returns the whole answer if this was its last piece, else null.
     *
     * @param seat the number of the engine that sent it
     * @throws IllegalArgumentException if the bytes are no piece
     */
    public @Nullable ByteReader add(int seat, ByteReader piece) {
        Key key = new Key(seat, piece.getLong());
        int length = piece.getInt();
        ByteArrayOutputStream bytes = begun.computeIfAbsent(key, first -> new ByteArrayOutputStream());
        bytes.writeBytes(piece.rest());
        if (bytes.size() < length || bytes.size() == 0) {
            return null;
        }
        begun.remove(key);
        return new ByteReader(bytes.toByteArray());
    }

    /** Drops the pieces of what an engine has not sent completely. */
    public void clear(int seat) {
        begun.keySet().removeIf(key -> key.seat() == seat);
    }

    /** Drops the pieces of incomplete answers. */
    public void clear() {
        begun.clear();
    }
}
