package org.moide.engine.loading;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** Packs a folder of classes into a jar, so that it can be sent like one. The same files give the same bytes. */
public final class FolderJar {
    /**
     * The time of all entries, 1980-01-01, the earliest that a jar can hold. The files' own times would make each jar
     * different.
     */
    private static final long ONE_TIME_MILLIS = 315_532_800_000L;

    private static final int MOST_FILES = 100_000;

    private FolderJar() {}

    /**
     * Packs a folder.
     *
     * @param jar the stream to write to; it stays open
     * @return the SHA-256 of the jar's bytes
     * @throws IOException if a file cannot be read or written, or the folder has too many files to be a folder of
     *     classes
     */
    public static String pack(Path folder, OutputStream jar) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile)
                    .sorted()
                    .limit(MOST_FILES + 1L)
                    .toList();
        }
        if (files.size() > MOST_FILES) {
            throw new IOException(
                    "expected a folder of classes, found more than " + MOST_FILES + " files in " + folder);
        }
        MessageDigest digest = Digests.sha256();
        JarOutputStream out = new JarOutputStream(new DigestOutputStream(jar, digest));
        for (Path file : files) {
            ZipEntry entry = new ZipEntry(folder.relativize(file).toString().replace('\\', '/'));
            entry.setTime(ONE_TIME_MILLIS);
            out.putNextEntry(entry);
            Files.copy(file, out);
            out.closeEntry();
        }
        out.finish();
        out.flush();
        return HexFormat.of().formatHex(digest.digest());
    }
}
