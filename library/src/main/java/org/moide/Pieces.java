package org.moide;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.engine.executor.Answer;

/**
 * Long answers, put together of their pieces: each engine's apart, and those that one gives of the same call twice. One
 * thread.
 */
final class Pieces {
    private record Key(int seat, long id) {}

    private final Map<Key, ByteArrayOutputStream> begun = new HashMap<>();

    /**
     * A piece has come.
     *
     * @return the whole, if this was the last
     * @throws java.io.UncheckedIOException if it is none
     */
    @Nullable
    ByteBuffer add(int seat, ByteBuffer piece) {
        Key key = new Key(seat, Answers.checked(piece, Answer.PIECE_HEAD_BYTES).getLong());
        int length = piece.getInt();
        ByteArrayOutputStream bytes = begun.computeIfAbsent(key, first -> new ByteArrayOutputStream());
        bytes.writeBytes(Answers.array(piece));
        if (bytes.size() < length || bytes.size() == 0) {
            return null;
        }
        begun.remove(key);
        return ByteBuffer.wrap(bytes.toByteArray());
    }

    /** What has begun is not going on. */
    void clear() {
        begun.clear();
    }
}
