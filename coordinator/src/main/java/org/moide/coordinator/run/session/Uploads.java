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
 * The objects that tasks write, as they come from their engines piece by piece, until the loans of these tasks are
 * accepted. One thread at a time.
 */
final class Uploads {
    private record Key(int seat, long number) {}

    /** An object on its way: its bytes as long as some are missing, then its place. */
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
     * @return the place of the object if it is whole; otherwise {@link DataSpace#NOT_WHOLE}
     * @throws IllegalArgumentException for a piece that does not follow those before
     * @throws UncheckedIOException if the disk fails; then the last piece may be stored again
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

    /** Returns the name of a writer, for the user. */
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

    /** Drops what a lost engine has stored in part, since it will never be whole. */
    void gone(int seat) {
        uploads.entrySet().removeIf(one -> one.getKey().seat() == seat && one.getValue().coming != null);
    }

    /**
     * Gives a whole object its ID. Returns false if the same bytes were there under this ID.
     *
     * @throws IllegalArgumentException if other bytes were
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
     * @throws IOException if it is missing or has changed
     */
    void restore(WrittenObject object) throws IOException {
        objects.restore(object.place(), object.bytes(), writer(object.writer()));
        objects.name(object.place(), object.id());
    }
}
