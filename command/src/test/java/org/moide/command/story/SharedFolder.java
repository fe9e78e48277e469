package org.moide.command.story;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder that several test JVMs share. The first JVM creates it, and the last JVM that ends deletes it. A file
 * contains the folder's path. Each JVM holds a lock on another file until its process ends. If killed JVMs have left a
 * folder, no JVM holds the lock, and the next JVM creates the folder anew.
 */
final class SharedFolder {
    /**
     * The position of the byte in the lock file on which every JVM that uses the folder has a shared lock. A JVM that
     * creates or deletes the folder locks the byte at {@code CHANGED}. The lock file is opened only once in a process,
     * since a process loses its locks when it closes the file the first time.
     */
    private static final long USED = 0;

    private static final long CHANGED = 1;

    private final Path file;
    private final FileChannel locks;

    private SharedFolder(Path file) throws IOException {
        this.file = file;
        this.locks = FileChannel.open(
                file.resolveSibling(file.getFileName() + ".lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
    }

    /** An action that fills a new folder. */
    interface Maker {
        void fill(Path folder) throws IOException;
    }

    /**
     * Returns the folder whose path this file contains. Creates the folder if it does not exist; waits while another
     * JVM does that. Called once in each JVM.
     */
    static Path of(Path file, Maker maker) throws IOException {
        return new SharedFolder(file).enter(maker);
    }

    private Path enter(Maker maker) throws IOException {
        try (FileLock changing = lock(CHANGED, false)) {
            assert changing.isValid();
            try (FileLock alone = locks.tryLock(USED, 1, false)) {
                if (alone != null) {
                    deleteNamed();
                    Path made = Files.createTempDirectory("story-classes");
                    Files.writeString(file, made.toString());
                    maker.fill(made);
                }
            }
            FileLock using = lock(USED, true);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> leave(using), "shared-folder"));
            return Path.of(Files.readString(file));
        }
    }

    private FileLock lock(long which, boolean isShared) throws IOException {
        return locks.lock(which, 1, isShared);
    }

    private void leave(FileLock using) {
        try (FileLock changing = lock(CHANGED, false)) {
            assert changing.isValid();
            using.release();
            try (FileLock alone = locks.tryLock(USED, 1, false)) {
                if (alone != null) {
                    deleteNamed();
                }
            }
        } catch (IOException left) {
            System.err.println("left behind: what " + file + " names: " + left);
        }
    }

    private void deleteNamed() throws IOException {
        if (Files.exists(file)) {
            delete(Path.of(Files.readString(file)));
            Files.delete(file);
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.notExists(folder)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.sorted().toList();
        } catch (UncheckedIOException unreadable) {
            throw unreadable.getCause();
        }
        for (int i = all.size() - 1; i >= 0; i--) {
            Files.deleteIfExists(all.get(i));
        }
    }
}
