package org.moide.coordinator.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A {@link DiskFile} that is created at the first write, with its folder if that does not exist. Not thread-safe,
 * except for {@link #sync}.
 */
public final class LazyDiskFile implements JournalFile {
    private final Path path;
    private final Folder folder;
    private volatile @Nullable DiskFile file;

    /** Creates the folder that a file lies in, if the folder does not exist. */
    @FunctionalInterface
    public interface Folder {
        void make() throws IOException;
    }

    /**
     * Creates the object without creating the file.
     *
     * @param folder called before the file is created
     */
    public LazyDiskFile(Path path, Folder folder) {
        this.path = path;
        this.folder = folder;
    }

    private DiskFile opened() throws IOException {
        DiskFile known = file;
        if (known == null) {
            folder.make();
            known = new DiskFile(path);
            file = known;
        }
        return known;
    }

    private boolean isThere() {
        return file != null || Files.exists(path);
    }

    @Override
    public long length() throws IOException {
        return isThere() ? opened().length() : 0;
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
        return isThere() ? opened().read(into, position) : 0;
    }

    @Override
    public void write(ByteBuffer from, long position) throws IOException {
        opened().write(from, position);
    }

    @Override
    public void truncate(long length) throws IOException {
        if (isThere()) {
            opened().truncate(length);
        }
    }

    @Override
    public void sync() throws IOException {
        DiskFile known = file;
        if (known != null) {
            known.sync();
        }
    }

    @Override
    public void close() throws IOException {
        DiskFile known = file;
        if (known != null) {
            known.close();
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
