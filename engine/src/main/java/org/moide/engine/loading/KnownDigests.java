package org.moide.engine.loading;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Caches the digests of jars and class folders. A digest is computed again when a file's name, length, time or identity
 * has changed. A file that was just written is read each time, because a further write may not change its time. Any
 * thread.
 */
public final class KnownDigests {
    /**
     * The greatest number of digests that are kept, enough for the longest class paths. If there would be more, all are
     * dropped.
     */
    private static final int MOST = 10_000;

    private final InstantSource clock;
    private final Map<Path, Known> known = new ConcurrentHashMap<>();

    private record Known(String look, String digest) {}

    /**
     * Creates an empty cache.
     *
     * @param clock a clock that matches the times of files
     */
    public KnownDigests(InstantSource clock) {
        this.clock = clock;
    }

    /** Returns the digest of a jar, or of the jar into which a folder is packed. */
    public String of(Path entry) throws IOException {
        Instant now = clock.instant();
        Look look = new Look(now);
        Files.walkFileTree(entry, look);
        String seen = look.digest();
        Known before = known.get(entry);
        if (before != null && before.look().equals(seen)) {
            return before.digest();
        }
        String digest =
                Files.isDirectory(entry) ? FolderJar.pack(entry, OutputStream.nullOutputStream()) : Digests.of(entry);
        if (look.settled) {
            if (known.size() >= MOST) {
                known.clear();
            }
            known.put(entry, new Known(seen, digest));
        }
        return digest;
    }

    /** The names, lengths, times and identities of an entry's files, as one digest. */
    private static final class Look extends SimpleFileVisitor<Path> {
        private final Instant now;
        private final Map<String, FileLook> files = new TreeMap<>();
        private boolean settled = true;

        Look(Instant now) {
            this.now = now;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes told) {
            FileLook look = FileLook.of(told);
            files.put(file.toString(), look);
            settled &= look.isSettled(now);
            return FileVisitResult.CONTINUE;
        }

        String digest() {
            MessageDigest digest = Digests.sha256();
            files.forEach((name, look) -> digest.update((name + "\n" + look + "\n").getBytes(StandardCharsets.UTF_8)));
            return HexFormat.of().formatHex(digest.digest());
        }
    }
}
