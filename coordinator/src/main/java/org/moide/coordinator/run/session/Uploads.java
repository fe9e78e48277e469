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
 * Receives the objects that tasks write, piece by piece from their engines. Holds each object until the loan of its
 * task has been accepted. Not thread-safe.
 */
final class Uploads {
    private record Key(int seat, long number) {}

    /**
     * An object that is being uploaded. It has the bytes that have arrived until all have, and then the place in the
     * file where they are stored.
     */
    private static final class Upload {
        private @Nullable ByteArrayOutputStream coming = new ByteArrayOutputStream(); // the pieces so far
        private long place = DataSpace.NOT_WHOLE;
    }

    private final ObjectFile objects;
    private final Map<Key, Upload> uploads = new HashMap<>();
    private final Map<Long, Key> whole = new HashMap<>(); // complete objects by place

    Uploads(ObjectFile objects) {
        this.objects = objects;
    }

    /**
     * Adds a piece of an object that an engine uploads. A piece that has arrived before has no effect.
     *
     * @return the number of the stored object if it is complete; otherwise {@link DataSpace#NOT_WHOLE}
     * @throws IllegalArgumentException if the piece does not follow the earlier ones
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

    /** Returns words for the user that name a task on this engine as the writer of an object. */
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

    /** Drops the objects of a lost engine that are not complete. */
    void gone(int seat) {
        uploads.entrySet().removeIf(one -> one.getKey().seat() == seat && one.getValue().coming != null);
    }

    /**
     * Assigns an ID to a complete object. Returns false if the same bytes were already stored under this ID.
     *
     * @throws IllegalArgumentException if other bytes were stored under this ID
     * @throws IllegalStateException if the object was not stored
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
     * Restores an object that was valid when an earlier coordinator was lost.
     *
     * @throws IOException if the object is missing or has changed
     */
    void restore(WrittenObject object) throws IOException {
        objects.restore(object.place(), object.bytes(), writer(object.writer()));
        objects.name(object.place(), object.id());
    }
}
