package org.moide;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.wire.ByteReader;

/**
 * Long answers, put together of their pieces: each engine's apart, and those that one gives of the same call twice. One
 * thread.
 */
final class AnswerPieces {
    private record Key(int seat, long id) {}

    private final Map<Key, ByteArrayOutputStream> begun = new HashMap<>();

    /**
     * A piece has come.
     *
     * @return the whole, if this was the last
     * @throws IllegalArgumentException if it is none
     */
    @Nullable
    ByteReader add(int seat, ByteReader piece) {
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

    /** Forgets the pieces of answers that have begun and will not go on. */
    void clear() {
        begun.clear();
    }
}
