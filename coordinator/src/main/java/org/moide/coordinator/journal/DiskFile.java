package org.moide.coordinator.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.moide.commlib.security.OwnerOnly;

/** A file of the file system, for its owner only. */
public final class DiskFile implements JournalFile {
    private final FileChannel channel;
    private final boolean outlives;

    /** Opens the file; makes it if there is none. */
    public DiskFile(Path file) throws IOException {
        boolean made = Files.notExists(file);
        if (made) {
            OwnerOnly.makeFile(file);
        }
        channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        outlives = true;
        if (made) {
            syncFolder(file);
        }
    }

    private DiskFile(FileChannel channel) {
        this.channel = channel;
        this.outlives = false;
    }

    /** A new file that is gone when it is closed, or with the process; it is never synced, since nobody reads it after that. */
    public static DiskFile temporary(String prefix) throws IOException {
        return new DiskFile(FileChannel.open(
                Files.createTempFile(prefix, ".tmp"), // readable by its owner only
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE));
    }

    /** A new file's name is in its folder, and that is synced apart; some systems do not let folders be opened. */
    private static void syncFolder(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null) {
            return;
        }
        try (FileChannel entries = FileChannel.open(folder, StandardOpenOption.READ)) {
            entries.force(true);
        } catch (IOException notHere) {
            return; // there the name goes with the file's own sync
        }
    }

    @Override
    public long length() throws IOException {
        return channel.size();
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
        return Math.max(0, channel.read(into, position));
    }

    @Override
    public void write(ByteBuffer from, long position) throws IOException {
        long at = position;
        while (from.hasRemaining()) {
            at += channel.write(from, at);
        }
    }

    @Override
    public void truncate(long length) throws IOException {
        channel.truncate(length);
    }

    @Override
    public void sync() throws IOException {
        if (outlives) {
            channel.force(false);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
