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

/** Files of the file system: written beside their place, synced, and moved there. */
public final class SyncedFiles implements WholeFiles {
    @Override
    public void write(Path file, List<ByteBuffer> content) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null) {
            throw new IOException("expected a file in a folder, found " + file);
        }
        OwnerOnly.makeFolder(folder);
        // An engine whose coordinator was killed may be at the same file for a moment more, in another process.
        Path beside = folder.resolve(
                file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        try {
            writeAndSync(beside, content);
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            Files.deleteIfExists(beside); // where the disk is full, every byte of it is missing elsewhere
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
     * Syncs a folder, which has its files' names and is synced apart from them; some systems do not let folders be
     * opened.
     */
    private static void syncEntries(Path folder) {
        try (FileChannel entries = FileChannel.open(folder, StandardOpenOption.READ)) {
            entries.force(true);
        } catch (IOException notHere) {
            return; // on such a system the name goes with the file's own sync
        }
    }
}
