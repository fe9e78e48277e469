package org.moide.engine.spmd;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.security.OwnerOnly;

/** Writes files atomically to the file system: into a temporary file that is synced and then moved. */
public final class SyncedFiles implements WholeFiles {
    @Override
    public void write(Path file, List<ByteBuffer> content) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null) {
            throw new IOException("expected a file in a folder, found " + file);
        }
        OwnerOnly.makeFolder(folder);
        // The name contains the process ID, because an engine of a killed coordinator may still write the same file.
        Path beside = folder.resolve(
                file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        try {
            writeAndSync(beside, content);
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            Files.deleteIfExists(beside); // on a full disk, other files need the space
            throw failed;
        }
        syncEntries(folder);
    }

    @Override
    public byte @Nullable [] read(Path file) throws IOException {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException none) {
            return null;
        }
    }

    @Override
    public List<Path> list(Path folder) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> names = Files.newDirectoryStream(folder)) {
            names.forEach(found::add);
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (DirectoryIteratorException unreadable) {
            throw unreadable.getCause();
        }
        return found;
    }

    @Override
    public void delete(Path path) throws IOException {
        Files.deleteIfExists(path);
    }

    private static void writeAndSync(Path file, List<ByteBuffer> content) throws IOException {
        Files.deleteIfExists(file);
        OwnerOnly.makeFile(file);
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (ByteBuffer bytes : content) {
                while (bytes.hasRemaining()) {
                    out.write(bytes);
                }
            }
            out.force(true);
        }
    }

    /**
     * Syncs a folder, whose entries are synced separately from its files. Some systems do not allow to open folders.
     */
    private static void syncEntries(Path folder) {
        try (FileChannel entries = FileChannel.open(folder, StandardOpenOption.READ)) {
            entries.force(true);
        } catch (IOException notHere) {
            return; // on such a system, syncing a file also syncs its name
        }
    }
}
