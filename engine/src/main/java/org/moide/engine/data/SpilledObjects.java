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
 * The data objects of an engine on disk. All are in one temporary file that only this user can read. The file is made
 * with the first object, and disappears with the process, however the process ends. Each object is written once,
 * because it never changes.
 *
 * <p>Concurrency: any thread; guarded by this object's lock.
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
     * Begins without a file; it is made with the first object.
     *
     * @param folder the folder in which the file is made
     */
    SpilledObjects(Path folder) {
        this.folder = folder;
    }

    /**
     * Returns whether files can be made in the folder. To find out, makes a file there and deletes it, because
     * permissions alone can be misleading for privileged users.
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
     * Writes an object, unless it is on disk already.
     *
     * @throws IOException if the disk is full or fails
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
        Path path = Files.createTempFile(folder, PREFIX, SUFFIX); // only the file's owner can read it
        FileChannel made = FileChannel.open(
                path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        file = made;
        return made;
    }

    /**
     * Reads an object; returns null if it is not on disk.
     *
     * @throws UncheckedIOException if the disk fails
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

    /** Forgets an object. Its space in the file is not reused. */
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
                // The file is not needed any more, so a failure does not matter.
            }
        }
    }
}
