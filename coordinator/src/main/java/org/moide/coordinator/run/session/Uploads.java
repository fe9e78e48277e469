package org.moide.coordinator.run.session;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;
import org.moide.engine.data.DataSpace;

/**
 * What tasks write, as it comes from their engines piece by piece, until the loans of these tasks are accepted. One thread at a
 * time.
 */
final class Uploads {
    /** An engine's own number for an object. */
    private record Key(int seat, long number) {}

    /** An object: its bytes as long as some are missing, then its place. */
    private static final class Upload {
        private @Nullable ByteArrayOutputStream coming = new ByteArrayOutputStream(); // grows with what has come
        private long place = DataSpace.NOT_WHOLE;
    }

    private final ObjectFile objects;
    private final Map<Key, Upload> uploads = new HashMap<>();
    private final Map<Long, Key> whole = new HashMap<>(); // by place

    Uploads(ObjectFile objects) {
        this.objects = objects;
    }

    /**
     * Takes a piece; a repeat changes nothing.
     *
     * @return where the object is, if it is whole; or {@link DataSpace#NOT_WHOLE}
     * @throws IllegalArgumentException for a piece that does not follow those before
     * @throws UncheckedIOException if the disk fails: the last piece may be stored again
     */
    long store(int seat, long number, long bytes, long offset, byte[] piece) {
        Key key = new Key(seat, number);
        Upload upload = uploads.computeIfAbsent(key, none -> new Upload());
        ByteArrayOutputStream coming = upload.coming;
        if (coming == null) {
            return upload.place;
        }
        if (offset >= coming.size()) {
            if (bytes < 0 || bytes > Integer.MAX_VALUE || offset != coming.size() || offset + piece.length > bytes) {
                throw new IllegalArgumentException("object " + number + " of engine " + seat
                        + ": expected a piece from " + coming.size() + " on of at most " + Integer.MAX_VALUE
                        + " bytes, found " + piece.length + " from " + offset + " of " + bytes);
            }
            coming.writeBytes(piece);
        }
        if (coming.size() == bytes) {
            upload.place = objects.store(coming.toByteArray(), writer(seat));
            upload.coming = null;
            whole.put(upload.place, key);
        }
        return upload.place;
    }

    /** For the user. */
    static String writer(int seat) {
        return "a task on engine " + seat;
    }

    void discard(int seat, long number) {
        Upload upload = uploads.remove(new Key(seat, number));
        if (upload != null && upload.coming == null) {
            whole.remove(upload.place);
            objects.remove(upload.place);
        }
    }

    /** What an engine that is gone has stored in part will never be whole. */
    void gone(int seat) {
        uploads.entrySet().removeIf(one -> one.getKey().seat() == seat && one.getValue().coming != null);
    }

    /**
     * Gives an object that is whole its ID; false if the same bytes were there under this ID.
     *
     * @throws IllegalArgumentException if others were
     * @throws IllegalStateException if it was not stored
     */
    boolean name(WrittenObject object) {
        Key key = whole.remove(object.place());
        if (key == null || key.seat() != object.writer()) {
            throw new IllegalStateException("data object " + object.id() + ": expected engine " + object.writer()
                    + " to have stored it before its loan came home, found that it has not: please report this with"
                    + " the run's log");
        }
        uploads.remove(key);
        return objects.name(object.place(), object.id());
    }

    /**
     * Goes on with an object that counted before an earlier coordinator was lost.
     *
     * @throws IOException if it is not there as it was
     */
    void restore(WrittenObject object) throws IOException {
        objects.restore(object.place(), object.bytes(), writer(object.writer()));
        objects.name(object.place(), object.id());
    }
}
