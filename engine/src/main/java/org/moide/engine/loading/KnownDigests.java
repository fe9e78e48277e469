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
 * The digests of jars and class folders, each computed once as long as its files look the same: names, lengths, times,
 * and file identities. A file that was written just now is read each time, since it may be written again at what looks
 * like the same time. Any thread.
 */
public final class KnownDigests {
    /** The most digests that are kept: as many as the longest class paths have; beyond that all are forgotten. */
    private static final int MOST = 10_000;

    private final InstantSource clock;
    private final Map<Path, Known> known = new ConcurrentHashMap<>();

    private record Known(String look, String digest) {}

    /** @param clock tells the time as files carry it */
    public KnownDigests(InstantSource clock) {
        this.clock = clock;
    }

    /** Returns the digest of a jar's bytes, or of the bytes to which a folder is packed. */
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

    /** The facts about files that are known without reading them. */
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
