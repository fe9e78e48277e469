package org.moide.coordinator.run.assembly;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.moide.engine.loading.FolderJar;
import org.moide.engine.loading.JarReference;
import org.moide.engine.loading.KnownDigests;

/**
 * Packs class folders to jars. The same content always gives the same bytes. Where the system allows it, a jar is an
 * open file without a name, which disappears with this process. In a process with many runs a folder is packed again
 * when its content has changed. Thread-safe.
 */
public final class PackedFolders implements AutoCloseable {
    /**
     * The limit on the number of jars that are kept, each of which is an open file. It suffices for the class paths of
     * several programs.
     */
    private static final int MOST_KEPT = 64;

    private final KnownDigests digests;
    private final boolean keeps;
    private final Map<Path, Packed> kept = new LinkedHashMap<>(); // guarded by this, like the fields of Packed

    /**
     * Creates the object without jars.
     *
     * @param keeps whether the process has many runs, between which jars are kept
     */
    PackedFolders(KnownDigests digests, boolean keeps) {
        this.digests = digests;
        this.keeps = keeps;
    }

    /** Creates the object for a process with one run. */
    public static PackedFolders ofOneRun(KnownDigests digests) {
        return new PackedFolders(digests, false);
    }

    /** The jar of a folder. A user of the jar closes this object when the jar is no longer needed. */
    final class Packed implements AutoCloseable {
        private final JarReference jar;
        private final FileChannel content;
        private int users = 1;
        private boolean wanted;

        private Packed(JarReference jar, FileChannel content) {
            this.jar = jar;
            this.content = content;
        }

        JarReference jar() {
            return jar;
        }

        FileChannel content() {
            return content;
        }

        @Override
        public void close() throws IOException {
            synchronized (PackedFolders.this) {
                users--;
                closeIfUnused();
            }
        }

        private void closeIfUnused() throws IOException {
            if (users <= 0 && !wanted) {
                content.close();
            }
        }

        private void drop() throws IOException {
            wanted = false;
            closeIfUnused();
        }

        private void dropAnyway() {
            try {
                drop();
            } catch (IOException stays) {
                return; // the file disappears with the process
            }
        }
    }

    /**
     * Packs a folder, or returns its jar from an earlier run. The caller has to close the result.
     *
     * @throws IOException if the folder cannot be read or the jar cannot be written
     */
    Packed take(Path folder) throws IOException {
        if (!keeps) {
            return pack(folder);
        }
        Path key = folder.toAbsolutePath().normalize();
        String digest = digests.of(folder);
        synchronized (this) {
            Packed known = kept.get(key);
            // The file may be closed because a thread was interrupted while it read.
            if (known != null && known.jar.digest().equals(digest) && known.content.isOpen()) {
                known.users++;
                return known;
            }
        }
        Packed made = pack(folder);
        synchronized (this) {
            made.wanted = true;
            Packed before = kept.put(key, made);
            if (before != null) {
                before.drop();
            } else if (kept.size() > MOST_KEPT) {
                Iterator<Packed> oldest = kept.values().iterator();
                Packed first = oldest.next();
                oldest.remove();
                first.drop();
            }
        }
        return made;
    }

    private Packed pack(Path folder) throws IOException {
        Path named = Files.createTempFile("moide-classes-", ".jar");
        // On POSIX systems the file loses its name at once, elsewhere it is deleted when it is closed.
        FileChannel jar = FileChannel.open(
                named, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        try {
            String digest = FolderJar.pack(folder, Channels.newOutputStream(jar));
            return new Packed(new JarReference(folder.getFileName() + ".jar", digest, jar.size()), jar);
        } catch (IOException | RuntimeException failed) {
            jar.close();
            throw failed;
        }
    }

    /** Closes all kept jars that no run uses now. The run that uses one of the others closes it. */
    @Override
    public synchronized void close() {
        kept.values().forEach(Packed::dropAnyway);
        kept.clear();
    }
}
