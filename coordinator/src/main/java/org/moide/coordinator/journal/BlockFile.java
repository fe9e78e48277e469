package org.moide.coordinator.journal;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.TaskShelf;

/**
 * Stores encoded tasks in a file that is created at the first use. It uses no file channel, since a file channel is
 * closed when the application interrupts the thread. Not thread-safe.
 */
public final class BlockFile implements TaskShelf {
    private interface Opening {
        RandomAccessFile open() throws IOException;
    }

    private final String where;
    private final Opening opening;
    private @Nullable RandomAccessFile file;
    private long bytes;

    private BlockFile(String where, Opening opening) {
        this.where = where;
        this.opening = opening;
    }

    /**
     * Creates the object for a temporary file in a folder. Only this user can read the file, and it disappears with the
     * process.
     */
    public static BlockFile temporary(Path folder) {
        return temporary(folder, () -> {});
    }

    /**
     * Creates the object for a temporary file like {@link #temporary(Path)}, in a folder that may not exist yet.
     *
     * @param making creates the folder; called before the file is created
     */
    public static BlockFile temporary(Path folder, LazyDiskFile.Folder making) {
        return new BlockFile("a temporary file in " + folder, () -> {
            making.make();
            Path path = Files.createTempFile(folder, "moide-tasks-", ".tmp"); // only its owner can read it
            File named = path.toFile();
            RandomAccessFile made = new RandomAccessFile(named, "rw");
            if (!named.delete()) {
                named.deleteOnExit(); // some systems do not delete an open file
            }
            return made;
        });
    }

    /** Opens an existing file for reading only. */
    public static BlockFile reading(Path path) {
        return new BlockFile(path.toString(), () -> new RandomAccessFile(path.toFile(), "r"));
    }

    private RandomAccessFile opened() throws IOException {
        RandomAccessFile known = file;
        if (known == null) {
            known = opening.open();
            file = known;
        }
        return known;
    }

    @Override
    public long keep(byte[] kept) {
        try {
            RandomAccessFile into = opened();
            into.seek(bytes);
            into.write(kept);
            long place = bytes;
            bytes += kept.length;
            return place;
        } catch (IOException full) {
            throw new UncheckedIOException(
                    "tasks wait for the end of createTasks, as --strategy wants, and those that do not fit into memory"
                            + " cannot be written to " + where + ": " + full.getMessage(),
                    full);
        }
    }

    @Override
    public byte[] read(long place, int length) {
        try {
            RandomAccessFile from = opened();
            byte[] read = new byte[length];
            from.seek(place);
            from.readFully(read);
            return read;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(
                    "cannot read tasks that wait in " + where + ": " + unreadable.getMessage(), unreadable);
        }
    }

    @Override
    public void close() {
        RandomAccessFile known = file;
        if (known != null) {
            try {
                known.close();
            } catch (IOException alreadyGone) {
                // The file is no longer needed.
            }
        }
    }
}
