package org.moide.coordinator.run.session;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;

/**
 * What tasks write, as it comes from their engines piece by piece, until the loans of these tasks are accepted. One thread at a
 * time.
 */
final class Uploads {
    /** An engine's own number for an object. */
    private record Key(int seat, long number) {}

    /** An object: its bytes as long as some are missing, then its place among the others. */
    private static final class Upload {
        private @Nullable ByteArrayOutputStream coming = new ByteArrayOutputStream(); // grows with what has come
        private long kept;
    }

    private final ObjectFile objects;
    private final Map<Key, Upload> uploads = new HashMap<>();

    Uploads(ObjectFile objects) {
        this.objects = objects;
    }

    /**
     * Takes a piece; a repeat changes nothing.
     *
     * @throws IllegalArgumentException for a piece that does not follow those before
     */
    void store(int seat, long number, long bytes, long offset, byte[] piece) {
        Upload upload = uploads.computeIfAbsent(new Key(seat, number), none -> new Upload());
        ByteArrayOutputStream coming = upload.coming;
        if (coming == null || offset < coming.size()) {
            return; // it is here
        }
        if (bytes < 0 || bytes > Integer.MAX_VALUE || offset != coming.size() || offset + piece.length > bytes) {
            throw new IllegalArgumentException("object " + number + " of engine " + seat + ": expected a piece from "
                    + coming.size() + " on of at most " + Integer.MAX_VALUE + " bytes, found " + piece.length + " from "
                    + offset + " of " + bytes);
        }
        coming.writeBytes(piece);
        if (coming.size() == bytes) {
            upload.kept = objects.addUnnamed(coming.toByteArray(), "a task on engine " + seat);
            upload.coming = null;
        }
    }

    void discard(int seat, long number) {
        Upload upload = uploads.remove(new Key(seat, number));
        if (upload != null && upload.coming == null) {
            objects.remove(upload.kept);
        }
    }

    /** What an engine that is gone has stored in part will never be whole. */
    void gone(int seat) {
        uploads.entrySet().removeIf(one -> one.getKey().seat() == seat && one.getValue().coming != null);
    }

    /**
     * Takes an object that is whole, for {@link ObjectFile#name}.
     *
     * @throws IllegalStateException if it was not stored
     */
    long take(WrittenObject object) {
        Upload upload = uploads.remove(new Key(object.writer(), object.number()));
        if (upload == null || upload.coming != null) {
            throw new IllegalStateException("data object " + object.id() + ": expected engine " + object.writer()
                    + " to have stored it before its loan came home, found that it has not: please report this with"
                    + " the run's log");
        }
        return upload.kept;
    }
}
