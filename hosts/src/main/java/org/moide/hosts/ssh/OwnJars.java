package org.moide.hosts.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.moide.engine.loading.FolderJar;

/**
 * The files that this machine copies to hosts, each with its digest: the jars that this process's MOIDE runs from, or a
 * packed JDK. {@link #close} removes the temporary files. Thread-safe.
 */
final class OwnJars implements AutoCloseable {
    private final Map<String, Path> byDigest = new LinkedHashMap<>();
    private final List<Path> packed;

    private OwnJars(Map<String, Path> byDigest, List<Path> packed) {
        this.byDigest.putAll(byDigest);
        this.packed = List.copyOf(packed);
    }

    /**
     * Reads the jars of a class path, and packs its folders into jars. A missing entry is skipped, as the JVM skips it.
     */
    static OwnJars of(Collection<String> classPath) throws IOException {
        Map<String, Path> byDigest = new LinkedHashMap<>();
        List<Path> packed = new ArrayList<>();
        try {
            for (String entry : classPath) {
                Path path = Path.of(entry);
                if (Files.isDirectory(path)) {
                    Path jar = Files.createTempFile("moide-own-", ".jar");
                    packed.add(jar);
                    try (OutputStream to = Files.newOutputStream(jar)) {
                        byDigest.put(FolderJar.pack(path, to), jar);
                    }
                } else if (Files.isRegularFile(path)) {
                    byDigest.put(digest(path), path);
                }
            }
        } catch (IOException | RuntimeException failed) {
            new OwnJars(Map.of(), packed).close();
            throw failed;
        }
        return new OwnJars(byDigest, packed);
    }

    /** Packs a JDK into one temporary file. */
    static OwnJars packed(OwnJdk jdk) throws IOException {
        Path file = Files.createTempFile("moide-jdk-", ".tgz");
        try (OutputStream to = Files.newOutputStream(file)) {
            jdk.write(to);
        } catch (IOException | RuntimeException failed) {
            Files.deleteIfExists(file);
            throw failed;
        }
        return new OwnJars(Map.of(digest(file), file), List.of(file));
    }

    private static String digest(Path file) throws IOException {
        MessageDigest digest = sha256();
        try (InputStream in = Files.newInputStream(file);
                OutputStream to = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            in.transferTo(to);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Returns the digests in the order of the class path. */
    List<String> digests() {
        return List.copyOf(byDigest.keySet());
    }

    long bytes(Collection<String> digests) throws IOException {
        long sum = 0;
        for (String digest : digests) {
            sum += Files.size(jar(digest));
        }
        return sum;
    }

    /** Writes these files as a tar, each named by its digest. */
    void write(Collection<String> digests, OutputStream to) throws IOException {
        TarWriter tar = new TarWriter(to);
        for (String digest : digests) {
            tar.file(digest + ".jar", jar(digest), false);
        }
        tar.end();
    }

    private Path jar(String digest) {
        Path jar = byDigest.get(digest);
        if (jar == null) {
            throw new IllegalArgumentException("expected the digest of one of our jars, found " + digest);
        }
        return jar;
    }

    @Override
    public void close() throws IOException {
        for (Path jar : packed) {
            Files.deleteIfExists(jar);
        }
    }
}
