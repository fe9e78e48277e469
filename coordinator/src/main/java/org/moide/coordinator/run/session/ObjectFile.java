package org.moide.coordinator.run.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.journal.DiskFile;
import org.moide.coordinator.journal.JournalFile;

/**
 * Stores the bytes of data objects. The objects that {@code createTasks} writes are in memory as long as there is room,
 * and then in a temporary file that only this user can read and that disappears with the process; a resumed run writes
 * these objects again. The objects that tasks write are in the run's own file, if it has one, and also in memory as
 * long as there is room. For an object that can be recomputed, only a checksum is stored. Thread-safe.
 *
 * <p>In the file, an object consists of its length (eight bytes), its checksum (four bytes) and its bytes. The journal
 * says which objects are valid.
 */
final class ObjectFile implements AutoCloseable {
    private static final int HEAD_BYTES = Long.BYTES + Integer.BYTES;

    /** The value that stands for the checksum of an object that a task has not written yet. */
    static final long NO_CHECKSUM = -1;

    private static final int PIECE_BYTES = 1 << 20;

    private final long memoryBytes;
    private final @Nullable JournalFile lasting;
    private final Map<Long, Stored> objects = new HashMap<>(); // guarded by this, like the following fields
    private final Map<Long, Stored> unnamed = new HashMap<>(); // objects without an ID, by their places
    private long usedBytes;
    private @Nullable JournalFile temporary;
    private long temporaryBytes;
    private long lastingBytes;
    private long nextPlace; // the next place when there is no file, where places are numbers
    private boolean closed;
    private long syncedBytes; // used by the journal's thread only, like the following field
    // Whether bytes after syncedBytes may not be on disk, because they were written before a failed sync or by another
    // process.
    private boolean doubtful;

    /**
     * The place where an object is stored.
     *
     * @param bytes the object; null if it is in a file only
     * @param file the file that has the object; null if the object is in memory only, or is not stored
     * @param at the position in the file where the object's bytes begin; for an object that is not stored, its checksum
     * @param writer the description of its writer, for the user
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Stored(byte @Nullable [] bytes, @Nullable JournalFile file, long at, int length, String writer) {
        /** The entry for an object that was released. It stays, so that the object's ID cannot be used again. */
        private static final Stored RELEASED = new Stored(null, null, -2, 0, "nobody");

        boolean isReleased() {
            return equals(RELEASED);
        }

        boolean isNowhere() {
            return bytes == null && file == null;
        }

        boolean isAs(int otherBytes, long checksum) {
            return isNowhere() && length == otherBytes && at == checksum;
        }
    }

    /**
     * Creates the store without data objects.
     *
     * @param memoryBytes the most bytes to hold in memory
     * @param lasting the file for objects that tasks write; null if the run cannot be resumed
     * @param lastingBytes the number of bytes that an earlier coordinator has written there
     */
    ObjectFile(long memoryBytes, @Nullable JournalFile lasting, long lastingBytes) {
        this.memoryBytes = memoryBytes;
        this.lasting = lasting;
        this.lastingBytes = lastingBytes;
        this.doubtful = lastingBytes > 0;
    }

    /**
     * Stores an object.
     *
     * @param writer who wrote it, in words for the user
     * @return false if the same bytes were already stored under this ID
     * @throws IllegalArgumentException if other bytes were stored under this ID
     * @throws UncheckedIOException if the object does not fit into memory and there is no room on disk
     */
    synchronized boolean add(long id, byte[] bytes, String writer) {
        Stored before = objects.get(id);
        if (before != null) {
            requireSame(id, before, bytes, writer);
            return false;
        }
        objects.put(id, kept(bytes, writer));
        return true;
    }

    /**
     * Registers an object whose bytes are not stored.
     *
     * @param checksum the checksum of its bytes, or {@link #NO_CHECKSUM}
     * @return false if the same object was already registered under this ID
     * @throws IllegalArgumentException if another object was registered or stored under this ID
     */
    synchronized boolean declare(long id, int bytes, long checksum, String writer) {
        Stored before = objects.get(id);
        if (before == null) {
            objects.put(id, new Stored(null, null, checksum, bytes, writer));
        } else if (!before.isAs(bytes, checksum)) {
            throw twoOf(id, before, bytes, writer);
        }
        return before == null;
    }

    /**
     * Stores an object that has no ID yet. Writes it to the run's file if there is one.
     *
     * @return a number for the object, to be passed to {@link #name}
     * @throws UncheckedIOException if there is no space on disk
     */
    synchronized long store(byte[] bytes, String writer) {
        JournalFile file = lasting;
        if (file == null) {
            unnamed.put(nextPlace, kept(bytes, writer));
            return nextPlace++;
        }
        ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES).putLong(bytes.length).putInt(checksum(bytes));
        long place = lastingBytes;
        try {
            file.write(head.flip(), place);
            file.write(ByteBuffer.wrap(bytes), place + HEAD_BYTES);
        } catch (IOException full) {
            throw new UncheckedIOException(
                    "cannot write what tasks write to the run's file: " + full.getMessage(), full);
        }
        lastingBytes += HEAD_BYTES + bytes.length;
        byte[] inMemory = takeRoom(bytes.length) ? bytes : null;
        unnamed.put(place, new Stored(inMemory, file, place + HEAD_BYTES, bytes.length, writer));
        return place;
    }

    /** Returns a checksum of an object's bytes: their CRC-32C. */
    static int checksum(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        return (int) checksum.getValue();
    }

    /**
     * Finds an object that an earlier coordinator stored.
     *
     * @param place the number that {@link #store} returned for it
     * @throws IOException if the object is missing or has changed
     */
    synchronized void restore(long place, long bytes, String writer) throws IOException {
        JournalFile file = lasting;
        if (file == null || place > file.length() - HEAD_BYTES || bytes > file.length() - HEAD_BYTES - place) {
            throw new IOException("expected " + bytes + " bytes from " + place + " on, found a file of "
                    + (file == null ? 0 : file.length()));
        }
        ByteBuffer head = ByteBuffer.wrap(read(file, place, HEAD_BYTES));
        Stored stored = new Stored(null, file, place + HEAD_BYTES, Math.toIntExact(bytes), writer);
        if (head.getLong() != bytes || head.getInt() != checksum(read(stored, 0, stored.length()))) {
            throw new IOException("the " + bytes + " bytes from " + place + " on are not what was written");
        }
        unnamed.put(place, stored);
    }

    /**
     * Assigns an ID to an object that {@link #store} has stored. Returns false if the same bytes were already stored
     * under this ID.
     *
     * @throws IllegalArgumentException if other bytes were stored under this ID
     */
    synchronized boolean name(long place, long id) {
        Stored named = Objects.requireNonNull(unnamed.get(place), "an object that was kept");
        Stored before = objects.get(id);
        if (before != null) {
            requireSame(id, before, read(named, 0, named.length()), named.writer());
            remove(place);
            return false;
        }
        unnamed.remove(place);
        objects.put(id, named);
        return true;
    }

    /**
     * Releases an object; its ID stays reserved, and its space in a file is not reused.
     *
     * @throws IllegalArgumentException if no object has this ID, or it was released before
     */
    synchronized void release(long id) {
        Stored stored = objects.get(id);
        if (stored == null || stored.isReleased()) {
            throw new IllegalArgumentException("release(" + id + "): expected a data object that was written, found "
                    + (stored == null ? "none" : "that it was released before"));
        }
        usedBytes -= stored.bytes() == null ? 0 : stored.length();
        objects.put(id, Stored.RELEASED);
    }

    /** Returns the description of an object's writer, for the user; empty if there is no such object. */
    synchronized String writer(long id) {
        Stored stored = objects.get(id);
        return stored == null ? "" : stored.writer();
    }

    synchronized boolean isReleased(long id) {
        Stored stored = objects.get(id);
        return stored != null && stored.isReleased();
    }

    /**
     * Drops an object that has no ID yet; its space in a file is not reused.
     *
     * @param place the number that {@link #store} returned for it
     */
    synchronized void remove(long place) {
        Stored stored = unnamed.remove(place);
        if (stored != null && stored.bytes() != null) {
            usedBytes -= stored.length();
        }
    }

    private Stored kept(byte[] bytes, String writer) {
        return takeRoom(bytes.length)
                ? new Stored(bytes, null, 0, bytes.length, writer)
                : new Stored(null, opened(), append(bytes), bytes.length, writer);
    }

    private boolean takeRoom(int bytes) {
        boolean fits = usedBytes + bytes <= memoryBytes;
        usedBytes += fits ? bytes : 0;
        return fits;
    }

    private void requireSame(long id, Stored before, byte[] bytes, String writer) {
        if (before.isNowhere()
                || before.length() != bytes.length
                || !Arrays.equals(read(before, 0, before.length()), bytes)) {
            throw twoOf(id, before, bytes.length, writer);
        }
    }

    private static IllegalArgumentException twoOf(long id, Stored before, int bytes, String writer) {
        if (before.isReleased()) {
            return new IllegalArgumentException("data object " + id
                    + ": expected an ID that was not used before, found that of one that was released, written again by "
                    + writer);
        }
        return new IllegalArgumentException("data object " + id
                + ": expected all that write it to write the same, and to say alike whether it can be made again, found "
                + before.length() + " bytes by " + before.writer() + " and " + bytes + " other bytes by " + writer);
    }

    private long append(byte[] bytes) {
        try {
            long at = temporaryBytes;
            opened().write(ByteBuffer.wrap(bytes), at);
            temporaryBytes += bytes.length;
            return at;
        } catch (IOException full) {
            throw new UncheckedIOException(
                    "data objects: cannot write to a temporary file in " + System.getProperty("java.io.tmpdir")
                            + " what does not fit into memory: " + full.getMessage(),
                    full);
        }
    }

    private JournalFile opened() {
        JournalFile known = temporary;
        if (known != null) {
            return known;
        }
        try {
            if (closed) {
                throw new IOException("the run is over");
            }
            JournalFile made = DiskFile.temporary("moide-objects-");
            temporary = made;
            return made;
        } catch (IOException impossible) {
            throw new UncheckedIOException(
                    "data objects: cannot make a temporary file: " + impossible.getMessage(), impossible);
        }
    }

    /**
     * Forces to disk all data that was stored before this call. Called on the journal's thread. Other threads can use
     * the object file meanwhile.
     */
    void sync() throws IOException {
        JournalFile file = lasting;
        long upTo = lastingBytes();
        if (file == null || syncedBytes == upTo) {
            return;
        }
        if (doubtful) {
            writeAgain(file, upTo);
        }
        doubtful = true;
        file.sync();
        doubtful = false;
        syncedBytes = upTo;
    }

    private synchronized long lastingBytes() {
        return lastingBytes;
    }

    /**
     * Writes again the bytes that may not be on disk: those between the last successful sync and the position
     * {@code upTo}. After a failed sync the system considers bytes as written, so without this the next sync would
     * succeed although they are not on disk.
     */
    private void writeAgain(JournalFile file, long upTo) throws IOException {
        for (long at = syncedBytes; at < upTo; at += PIECE_BYTES) {
            byte[] piece = read(file, at, (int) Math.min(PIECE_BYTES, upTo - at));
            file.write(ByteBuffer.wrap(piece), at);
        }
    }

    /**
     * Returns a part of an object.
     *
     * @throws IllegalArgumentException if the object has no such part
     */
    synchronized byte[] piece(long id, long offset, int length) {
        Stored stored = objects.get(id);
        if (stored == null || stored.isNowhere() || offset < 0 || length < 0 || offset + length > stored.length()) {
            throw new IllegalArgumentException("data object " + id + ": expected a part of "
                    + (stored == null ? 0 : stored.length()) + " bytes, found " + length + " from " + offset);
        }
        return read(stored, (int) offset, length);
    }

    /**
     * Returns all bytes of an object.
     *
     * @throws IllegalArgumentException if there is no such object, or if it is longer than {@code mostBytes}
     */
    synchronized byte[] whole(long id, int mostBytes) {
        Stored stored = objects.get(id);
        if (stored == null || stored.isNowhere() || stored.length() > mostBytes) {
            throw new IllegalArgumentException("data object " + id + ": expected one of at most " + mostBytes
                    + " bytes, found " + (stored == null ? "none" : Integer.toString(stored.length())));
        }
        return read(stored, 0, stored.length());
    }

    private static byte[] read(Stored stored, int offset, int length) {
        byte[] inMemory = stored.bytes();
        if (inMemory != null) {
            return Arrays.copyOfRange(inMemory, offset, offset + length);
        }
        try {
            return read(Objects.requireNonNull(stored.file(), "a file"), stored.at() + offset, length);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(
                    "data objects: cannot read what was written to disk: " + unreadable.getMessage(), unreadable);
        }
    }

    private static byte[] read(JournalFile file, long at, int length) throws IOException {
        ByteBuffer part = ByteBuffer.allocate(length);
        while (part.hasRemaining()) {
            if (file.read(part, at + part.position()) <= 0) {
                throw new IOException("it ends after " + part.position() + " of " + length + " bytes");
            }
        }
        return part.array();
    }

    @Override
    public synchronized void close() {
        closed = true;
        objects.clear();
        unnamed.clear();
        close(temporary);
        close(lasting);
        temporary = null;
    }

    private static void close(@Nullable JournalFile file) {
        if (file != null) {
            try {
                file.close();
            } catch (IOException alreadyGone) {
                // Everything that must be on disk was synced before.
            }
        }
    }
}
