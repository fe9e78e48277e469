package org.moide.engine.checkpoint;

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
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * States on disk: a folder for each checkpoint, a file for each ID, readable by its owner only. A file is there whole or not
 * at all, and what it holds is on the disk before {@link #write} returns.
 *
 * <p>Any thread; one writes.
 */
public final class CheckpointFiles {
    private static final int HEAD_BYTES = Long.BYTES;

    private final Path folder;

    /** Files in this folder, which comes into being with the first. */
    public CheckpointFiles(Path folder) {
        this.folder = folder;
    }

    public Path folder() {
        return folder;
    }

    /** Writes the state of an ID. */
    public void write(CheckpointName checkpoint, int id, byte[] state) throws IOException {
        Path states = folder(checkpoint);
        makeFolder(states);
        Path file = file(checkpoint, id);
        Path beside = states.resolve("id-" + id + ".part");
        ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES).putLong(sum(state)).flip();
        try (FileChannel out = FileChannel.open(
                beside, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            writeAll(out, head);
            writeAll(out, ByteBuffer.wrap(state));
            out.force(true);
        }
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Reads the state of an ID.
     *
     * @return null if there is none
     * @throws IOException if it cannot be read, or is not what was written
     */
    public byte @Nullable [] read(CheckpointName checkpoint, int id) throws IOException {
        Path file = file(checkpoint, id);
        if (!Files.exists(file)) {
            return null;
        }
        byte[] all = Files.readAllBytes(file);
        if (all.length > HEAD_BYTES) {
            ByteBuffer buffer = ByteBuffer.wrap(all);
            long sum = buffer.getLong();
            byte[] state = new byte[buffer.remaining()];
            buffer.get(state);
            if (sum(state) == sum) {
                return state;
            }
        }
        throw new IOException(
                file + ": expected what was written there, found other bytes (" + all.length + " of them)");
    }

    /** This checkpoint is complete everywhere: the folders of those before it go. */
    public void committed(CheckpointName checkpoint) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        List<Path> folders;
        try (Stream<Path> all = Files.list(folder)) {
            folders = all.filter(Files::isDirectory).toList();
        }
        for (Path one : folders) {
            CheckpointName name = nameOf(one);
            if (name != null && name.compareTo(checkpoint) < 0) {
                delete(one);
            }
        }
    }

    /** Another engine of this machine may be at it too: what is gone meanwhile is gone. */
    private static void delete(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> names = Files.newDirectoryStream(folder)) {
            names.forEach(files::add);
        } catch (NoSuchFileException gone) {
            return;
        } catch (DirectoryIteratorException unreadable) {
            throw unreadable.getCause();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
        Files.deleteIfExists(folder);
    }

    private static @Nullable CheckpointName nameOf(Path folder) {
        String[] parts = String.valueOf(folder.getFileName()).split("-", -1);
        try {
            return parts.length == 2 ? new CheckpointName(Long.parseLong(parts[0]), Long.parseLong(parts[1])) : null;
        } catch (IllegalArgumentException other) {
            return null;
        }
    }

    private Path file(CheckpointName checkpoint, int id) {
        return folder(checkpoint).resolve("id-" + id);
    }

    private Path folder(CheckpointName checkpoint) {
        return folder.resolve(checkpoint.epoch() + "-" + checkpoint.number());
    }

    private static void makeFolder(Path wanted) throws IOException {
        boolean posix = wanted.getFileSystem().supportedFileAttributeViews().contains("posix");
        if (posix) {
            Files.createDirectories(
                    wanted, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectories(wanted);
        }
    }

    private static void writeAll(FileChannel out, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
    }

    private static long sum(byte[] bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        return sum.getValue();
    }
}
