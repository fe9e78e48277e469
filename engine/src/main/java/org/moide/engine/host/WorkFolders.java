package org.moide.engine.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.engine.loading.FileReference;
import org.moide.engine.loading.JarCache;
import org.moide.engine.loading.JarException;

/**
 * The working folders of engines that read files of the user. Each such engine has its own folder, which only its owner
 * can access, with read-only copies of the files. Each engine has its own copies, so that it cannot change the files of
 * other engines. After the engine's end the copies are removed. Files that the application has added stay, and are
 * reported.
 *
 * <p>On disk: {@code <place>/host-x/run-y/} beside {@code run-y.files}, which lists the copies, and
 * {@code host-x/lock}, which the daemon holds locked while it lives. The next daemon on the host clears the folders of
 * a daemon that was killed. Hosts may share the place.
 *
 * <p>Any thread. {@code folders} is guarded by itself; each folder has its own lock.
 */
public final class WorkFolders implements AutoCloseable {
    private static final String LOCK = "lock";
    private static final String SHIPPED = ".files";
    /** The greatest number of files that a message names; it only gives the number of further ones. */
    private static final int MOST_NAMED = 8;

    private static final int MOST_NAME_LENGTH = 40;

    private final Path own;
    private final FileChannel lockFile;
    private final FileLock held;
    private final Map<String, Folder> folders = new HashMap<>();

    /**
     * The files that an application has left in an engine's folder.
     *
     * @param folder the folder in which they stay
     * @param names the names of the first ones
     * @param more the number of further files
     */
    record Leftovers(Path folder, List<String> names, int more) {
        Leftovers {
            names = List.copyOf(names);
        }

        /** Returns a text such as "2 files in /home/…: out.txt, log.txt". */
        @Override
        public String toString() {
            int count = names.size() + more;
            return count + (count == 1 ? " file in " : " files in ") + folder + ": " + String.join(", ", names)
                    + (more > 0 ? ", ..." : "");
        }
    }

    /**
     * Makes the parent folder of this daemon's folders, and clears the folders of killed daemons.
     *
     * @param place a folder for all daemons of this user
     * @param host this host's name
     * @param notes takes lines about files that applications have left in folders of killed daemons
     * @throws IOException if the folder cannot be made
     */
    public WorkFolders(Path place, String host, Consumer<String> notes) throws IOException {
        Files.createDirectories(place, onlyTheOwner("rwx------"));
        String prefix = plain(host) + "-";
        sweep(place, prefix, notes);
        own = Files.createTempDirectory(place, prefix, onlyTheOwner("rwx------"));
        lockFile = FileChannel.open(
                own.resolve(LOCK),
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                onlyTheOwner("rw-------"));
        held = lockFile.lock();
    }

    /**
     * Makes an engine's folder with copies of its files. A repeated call returns the same folder.
     *
     * @return the folder's path
     * @throws JarException if the cache lacks a file, or it cannot be copied
     */
    Path fill(EngineOrder order, JarCache cache) {
        Folder folder;
        synchronized (folders) {
            folder = folders.computeIfAbsent(key(order), unused -> new Folder());
        }
        return folder.fill(order, cache);
    }

    /**
     * Removes the copies of an engine that has ended. A repeated call has no effect.
     *
     * @return the files that the application has left; null if there are none
     */
    @Nullable
    Leftovers clear(EngineOrder order) {
        Folder folder;
        synchronized (folders) {
            folder = folders.remove(key(order));
        }
        return folder == null ? null : folder.clear();
    }

    /** Clears all folders, and removes the daemon's parent folder if it is empty then. */
    @Override
    public void close() {
        List<Folder> all;
        synchronized (folders) {
            all = List.copyOf(folders.values());
            folders.clear();
        }
        all.forEach(Folder::clear);
        try {
            held.release();
            lockFile.close();
            Files.deleteIfExists(own.resolve(LOCK));
            removeIfEmpty(own);
        } catch (IOException stays) {
            // The next daemon removes it.
            return;
        }
    }

    private static String key(EngineOrder order) {
        return order.engine() + "." + order.incarnation() + " of " + order.runId();
    }

    /** The folder of one engine. Its methods run one at a time. */
    private final class Folder {
        private @Nullable Path path;
        private boolean filled;
        private boolean cleared;

        synchronized Path fill(EngineOrder order, JarCache cache) {
            if (cleared) {
                throw new JarException(order.name() + " has ended: no files are laid down for it");
            }
            Path there = path;
            if (there != null && filled) {
                return there;
            }
            try {
                String name = plain(order.runId()) + "-engine-" + order.engine() + "-";
                Path made = Files.createTempDirectory(own, name, onlyTheOwner("rwx------"));
                path = made;
                Files.write(
                        shippedBy(made),
                        order.files().stream().map(FileReference::name).toList());
                for (FileReference file : order.files()) {
                    Path place = made.resolve(file.name());
                    Files.createDirectories(
                            Objects.requireNonNull(place.getParent(), "made"), onlyTheOwner("rwx------"));
                    copy(file, place, cache);
                }
                filled = true;
                return made;
            } catch (IOException impossible) {
                throw new JarException(
                        "cannot copy the files of " + order.name() + " to " + own + ": " + impossible, impossible);
            }
        }

        synchronized @Nullable Leftovers clear() {
            cleared = true;
            Path there = path;
            return there == null ? null : WorkFolders.clear(there);
        }
    }

    private static void copy(FileReference file, Path to, JarCache cache) throws IOException {
        Set<StandardOpenOption> created = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel copy = FileChannel.open(to, created, onlyTheOwner("r--------"))) {
            if (file.bytes() > 0) {
                try (InputStream content = Files.newInputStream(cache.path(file.digest()))) {
                    content.transferTo(Channels.newOutputStream(copy));
                }
            }
        }
    }

    /** Replaces characters so that a text can be a part of a file's name. */
    private static String plain(String text) {
        String plain = text.replaceAll("[^A-Za-z0-9]", "_");
        return plain.substring(0, Math.min(MOST_NAME_LENGTH, plain.length()));
    }

    private static Path shippedBy(Path folder) {
        return folder.resolveSibling(folder.getFileName() + SHIPPED);
    }

    /** Clears a folder. It removes only names in the list of copies, and does not follow links. */
    private static @Nullable Leftovers clear(Path folder) {
        Path shipped = shippedBy(folder);
        try {
            if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                for (String name : Files.readAllLines(shipped)) {
                    if (FileReference.isPath(name)) {
                        remove(folder, folder.resolve(name));
                    }
                }
            }
            Files.deleteIfExists(shipped);
            removeIfEmpty(folder);
            return leftIn(folder);
        } catch (IOException stays) {
            return new Leftovers(folder, List.of("(" + stays + ")"), 0);
        }
    }

    /**
     * Removes a file. Then removes those folders on its path below {@code folder} that have become empty. Does nothing
     * if a link leads to the file.
     */
    private static void remove(Path folder, Path file) throws IOException {
        for (Path above = file.getParent(); above != null && !above.equals(folder); above = above.getParent()) {
            if (!Files.isDirectory(above, LinkOption.NOFOLLOW_LINKS)) {
                return;
            }
        }
        if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
            Files.deleteIfExists(file);
        }
        for (Path above = file.getParent(); above != null && !above.equals(folder); above = above.getParent()) {
            removeIfEmpty(above);
        }
    }

    private static @Nullable Leftovers leftIn(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        try (Stream<Path> entries = Files.list(folder)) {
            Set<String> names = new TreeSet<>();
            entries.forEach(entry -> names.add(String.valueOf(entry.getFileName())));
            List<String> first = names.stream().limit(MOST_NAMED).toList();
            return new Leftovers(folder, first, names.size() - first.size());
        }
    }

    private static void sweep(Path place, String prefix, Consumer<String> notes) throws IOException {
        try (DirectoryStream<Path> daemons = Files.newDirectoryStream(place, prefix + "*")) {
            for (Path daemon : daemons) {
                if (isNobodys(daemon.resolve(LOCK))) {
                    sweepOne(daemon, notes);
                }
            }
        }
    }

    private static void sweepOne(Path daemon, Consumer<String> notes) throws IOException {
        List<Path> lists = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(daemon, "*" + SHIPPED)) {
            found.forEach(lists::add);
        }
        for (Path list : lists) {
            String name = String.valueOf(list.getFileName());
            Leftovers left = clear(daemon.resolve(name.substring(0, name.length() - SHIPPED.length())));
            if (left != null) {
                notes.accept("a run whose daemon was killed has left " + left);
            }
        }
        Files.deleteIfExists(daemon.resolve(LOCK));
        removeIfEmpty(daemon);
    }

    private static boolean isNobodys(Path lock) {
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
                FileLock mine = channel.tryLock()) {
            return mine != null;
        } catch (OverlappingFileLockException ours) {
            return false;
        } catch (IOException gone) {
            return false; // a folder without a lock holds files of an application that were reported before
        }
    }

    private static void removeIfEmpty(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            if (entries.findAny().isPresent()) {
                return;
            }
        } catch (UncheckedIOException | IOException gone) {
            return;
        }
        Files.deleteIfExists(folder);
    }

    private static FileAttribute<?>[] onlyTheOwner(String permissions) {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
