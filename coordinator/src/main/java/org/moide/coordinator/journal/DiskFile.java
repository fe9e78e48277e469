package org.moide.coordinator.journal;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.moide.commlib.security.OwnerOnly;

/**
 * A file of the file system that only its owner can read. It uses no file channel, since a file channel is closed when
 * the application interrupts the thread. Thread-safe: this object guards the file position; {@link #sync} does not
 * block other methods.
 */
public final class DiskFile implements JournalFile {
    private final RandomAccessFile file;
    private final boolean outlives;

    /** Opens the file; creates it if it does not exist. */
    public DiskFile(Path path) throws IOException {
        boolean made = Files.notExists(path);
        if (made) {
            OwnerOnly.makeFile(path);
        }
        file = new RandomAccessFile(path.toFile(), "rw");
        outlives = true;
        if (made) {
            syncFolder(path);
        }
    }

    private DiskFile(RandomAccessFile file) {
        this.file = file;
        this.outlives = false;
    }

    /**
     * Creates a file that disappears when it is closed, or with the process. It is never synced, since it is not read
     * after that.
     */
    public static DiskFile temporary(String prefix) throws IOException {
        File named = Files.createTempFile(prefix, ".tmp").toFile(); // only its owner can read it
        RandomAccessFile made = new RandomAccessFile(named, "rw");
        if (!named.delete()) {
            named.deleteOnExit(); // some systems do not delete an open file
        }
        return new DiskFile(made);
    }

    /**
     * Syncs the folder of a new file, since the folder contains the file's name. Does nothing on systems that cannot
     * open folders.
     */
    private static void syncFolder(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null) {
            return;
        }
        try (FileChannel entries = FileChannel.open(folder, StandardOpenOption.READ)) {
            entries.force(true);
        } catch (IOException notHere) {
            return; // these systems sync the name with the file
        }
    }

    @Override
    public synchronized long length() throws IOException {
        return file.length();
    }

    @Override
    public synchronized int read(ByteBuffer into, long position) throws IOException {
        file.seek(position);
        int read = Math.max(0, file.read(into.array(), into.arrayOffset() + into.position(), into.remaining()));
        into.position(into.position() + read);
        return read;
    }

    @Override
    public synchronized void write(ByteBuffer from, long position) throws IOException {
        file.seek(position);
        file.write(from.array(), from.arrayOffset() + from.position(), from.remaining());
        from.position(from.limit());
    }

    @Override
    public synchronized void truncate(long length) throws IOException {
        if (length < file.length()) {
            file.setLength(length);
        }
    }

    @Override
    public void sync() throws IOException {
        if (outlives) {
            file.getFD().sync();
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
