package org.moide.engine.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Data objects that an engine has on disk, since they had no room in memory any more. They lie in a temporary file,
 * made with the first of them, that only this user can read and that is gone with the process, however it ends. An
 * object is written once, since it never changes.
 *
 * <p>Concurrency: any thread; guarded by itself.
 */
final class SpilledObjects implements AutoCloseable {
    private static final String PREFIX = "moide-spill-";
    private static final String SUFFIX = ".tmp";

    private final Path folder;
    private final Map<Long, Place> places = new HashMap<>();
    private @Nullable FileChannel file;
    private long end;
    private boolean closed;

    private record Place(long at, int length) {}

    /**
     * Begins with none.
     *
     * @param folder the folder of the file
     */
    SpilledObjects(Path folder) {
        this.folder = folder;
    }

    /**
     * Returns whether files can be made in the folder. It makes one, since a user who may write everywhere is refused
     * only then.
     */
    boolean isUsable() {
        try {
            Files.delete(Files.createTempFile(folder, PREFIX, SUFFIX));
            return true;
        } catch (IOException impossible) {
            return false;
        }
    }

    synchronized boolean has(long id) {
        return places.containsKey(id);
    }

    /**
     * Writes an object, if it is not on disk yet.
     *
     * @throws IOException if it cannot be written
     */
    synchronized void write(long id, byte[] bytes) throws IOException {
        if (places.containsKey(id)) {
            return;
        }
        FileChannel into = opened();
        ByteBuffer from = ByteBuffer.wrap(bytes);
        while (from.hasRemaining()) {
            into.write(from, end + from.position());
        }
        places.put(id, new Place(end, bytes.length));
        end += bytes.length;
    }

    private FileChannel opened() throws IOException {
        FileChannel known = file;
        if (known != null) {
            return known;
        }
        if (closed) {
            throw new IOException("the run is over");
        }
        Path path = Files.createTempFile(folder, PREFIX, SUFFIX); // readable by its owner only
        FileChannel made = FileChannel.open(
                path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        file = made;
        return made;
    }

    /**
     * Returns all bytes of an object; null if it is not on disk.
     *
     * @throws UncheckedIOException if it cannot be read
     */
    byte @Nullable [] read(long id) {
        Place place;
        FileChannel from;
        synchronized (this) {
            place = places.get(id);
            from = file;
        }
        if (place == null || from == null) {
            return null;
        }
        try {
            ByteBuffer into = ByteBuffer.allocate(place.length());
            while (into.hasRemaining()) {
                if (from.read(into, place.at() + into.position()) < 0) {
                    throw new IOException("it ends after " + into.position() + " of " + place.length() + " bytes");
                }
            }
            return into.array();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(
                    "data object " + id + " cannot be read from where it was spilled to: " + unreadable.getMessage(),
                    unreadable);
        }
    }

    /** Forgets an object; its room in the file stays taken. */
    synchronized void remove(long id) {
        places.remove(id);
    }

    @Override
    public synchronized void close() {
        closed = true;
        places.clear();
        FileChannel open = file;
        file = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException alreadyGone) {
                // Nobody needs it any more.
            }
        }
    }
}
