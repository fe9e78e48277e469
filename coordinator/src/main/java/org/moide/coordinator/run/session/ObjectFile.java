package org.moide.coordinator.run.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of data objects: in memory as long as there is room, then in a temporary file that only this user can read and that
 * is gone with the process. Any thread.
 */
final class ObjectFile implements AutoCloseable {
    private final long memoryBytes;
    private final Map<Long, Stored> objects = new HashMap<>(); // guarded by this, as all that follows
    private long usedBytes;
    private @Nullable FileChannel file;
    private long fileBytes;
    private long unnamed;
    private boolean closed;

    /**
     * Where an object is.
     *
     * @param bytes null if it is in the file
     * @param at where it begins there
     * @param writer who wrote it, for the user
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Stored(byte @Nullable [] bytes, long at, int length, String writer) {}

    ObjectFile(long memoryBytes) {
        this.memoryBytes = memoryBytes;
    }

    /**
     * Keeps an object.
     *
     * @param writer who wrote it, for the user
     * @return false if just these bytes were there under this ID
     * @throws IllegalArgumentException if others were
     * @throws UncheckedIOException if there is no room on disk either
     */
    synchronized boolean add(long id, byte[] bytes, String writer) {
        Stored before = objects.get(id);
        if (before != null) {
            requireSame(id, before, bytes, writer);
            return false;
        }
        put(id, bytes, writer);
        return true;
    }

    /**
     * Keeps an object that has no ID yet.
     *
     * @return below 0; for {@link #name}
     */
    synchronized long addUnnamed(byte[] bytes, String writer) {
        long key = - ++unnamed;
        put(key, bytes, writer);
        return key;
    }

    /**
     * Gives an object its ID; false if the same bytes were there under this ID.
     *
     * @throws IllegalArgumentException if others were
     */
    synchronized boolean name(long key, long id) {
        Stored named = Objects.requireNonNull(objects.get(key), "an object that was kept");
        Stored before = objects.get(id);
        if (before != null) {
            requireSame(id, before, read(named, 0, named.length()), named.writer());
            remove(key);
            return false;
        }
        objects.remove(key);
        objects.put(id, named);
        return true;
    }

    /** Forgets an object; what it takes in the file stays taken. */
    synchronized void remove(long key) {
        Stored stored = objects.remove(key);
        if (stored != null && stored.bytes() != null) {
            usedBytes -= stored.length();
        }
    }

    private void put(long key, byte[] bytes, String writer) {
        if (usedBytes + bytes.length <= memoryBytes) {
            usedBytes += bytes.length;
            objects.put(key, new Stored(bytes, 0, bytes.length, writer));
        } else {
            objects.put(key, new Stored(null, append(bytes), bytes.length, writer));
        }
    }

    private void requireSame(long id, Stored before, byte[] bytes, String writer) {
        if (before.length() != bytes.length || !Arrays.equals(read(before, 0, before.length()), bytes)) {
            throw new IllegalArgumentException("data object " + id
                    + ": expected all that write it to write the same, found "
                    + before.length() + " bytes by " + before.writer() + " and " + bytes.length + " other bytes by "
                    + writer);
        }
    }

    private long append(byte[] bytes) {
        try {
            FileChannel to = opened();
            long at = fileBytes;
            ByteBuffer rest = ByteBuffer.wrap(bytes);
            while (rest.hasRemaining()) {
                fileBytes += to.write(rest, fileBytes);
            }
            return at;
        } catch (IOException full) {
            throw new UncheckedIOException(
                    "data objects: cannot write to a temporary file in " + System.getProperty("java.io.tmpdir")
                            + " what does not fit into memory: " + full.getMessage(),
                    full);
        }
    }

    private FileChannel opened() throws IOException {
        FileChannel known = file;
        if (known != null) {
            return known;
        }
        if (closed) {
            throw new IOException("the run is over");
        }
        Path path = Files.createTempFile("moide-objects-", ".tmp"); // readable by its owner only
        FileChannel made = FileChannel.open(
                path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        file = made;
        return made;
    }

    /**
     * A part of an object.
     *
     * @throws IllegalArgumentException if there is no such part
     */
    synchronized byte[] piece(long id, long offset, int length) {
        Stored stored = objects.get(id);
        if (stored == null || offset < 0 || length < 0 || offset + length > stored.length()) {
            throw new IllegalArgumentException("data object " + id + ": expected a part of "
                    + (stored == null ? 0 : stored.length()) + " bytes, found " + length + " from " + offset);
        }
        return read(stored, (int) offset, length);
    }

    private byte[] read(Stored stored, int offset, int length) {
        byte[] inMemory = stored.bytes();
        if (inMemory != null) {
            return Arrays.copyOfRange(inMemory, offset, offset + length);
        }
        ByteBuffer part = ByteBuffer.allocate(length);
        try {
            FileChannel from = opened();
            long at = stored.at() + offset;
            while (part.hasRemaining()) {
                int count = from.read(part, at + part.position());
                if (count < 0) {
                    throw new IOException("it ends after " + part.position() + " of " + length + " bytes");
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(
                    "data objects: cannot read the temporary file: " + unreadable.getMessage(), unreadable);
        }
        return part.array();
    }

    @Override
    public synchronized void close() {
        closed = true;
        objects.clear();
        FileChannel open = file;
        file = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException alreadyGone) {
                // It was temporary.
            }
        }
    }
}
