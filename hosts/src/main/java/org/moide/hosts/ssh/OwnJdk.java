package org.moide.hosts.ssh;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * A JDK of this machine that is copied to hosts with another version of Java or none. The parts for native code,
 * linking and documentation are left out. Symbolic links are followed, because Linux distributions keep settings and
 * certificates outside of the JDK's folder. Thread-safe.
 */
final class OwnJdk {
    private static final Set<String> LEFT_OUT = Set.of("jmods", "demo", "man", "include", "src.zip");

    private static final int MOST_FILES = 100_000;

    private final Path home;

    /**
     * Creates the object.
     *
     * @param home the JDK's folder, which contains {@code bin/java}
     */
    OwnJdk(Path home) {
        this.home = home;
    }

    /**
     * Describes the JDK from its file {@code release}.
     *
     * @throws IOException if the file cannot be read, or the folder holds no JDK
     */
    HostPlan.Carried describe() throws IOException {
        Path file = home.resolve("release");
        String release = Files.isRegularFile(file) ? Files.readString(file) : "";
        String version = said("JAVA_VERSION", release);
        String name = said("OS_NAME", release);
        String machine = said("OS_ARCH", release);
        if (!Files.isExecutable(home.resolve("bin").resolve("java")) || version.isEmpty() || name.isEmpty()) {
            throw new IOException("expected a JDK whose file 'release' says its version and its system, found none in "
                    + home.toAbsolutePath());
        }
        boolean isMac = name.equals("Darwin") && machine.equals("aarch64");
        MessageDigest digest = OwnJars.sha256();
        try (OutputStream to = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            writeTar(to);
        }
        return new HostPlan.Carried(
                name + " " + (isMac ? "arm64" : machine),
                version,
                HexFormat.of().formatHex(digest.digest()));
    }

    private static String said(String key, String release) {
        Matcher value =
                Pattern.compile("(?m)^" + key + "=\"?([\\w.-]{1,60})\"?\\s*$").matcher(release);
        return value.find() ? value.group(1) : "";
    }

    /** Writes the JDK as a gzipped tar. */
    void write(OutputStream to) throws IOException {
        // Only the fastest compression keeps up with a fast network.
        GZIPOutputStream packed = new GZIPOutputStream(to, 1 << 16) {
            {
                def.setLevel(Deflater.BEST_SPEED);
            }
        };
        writeTar(packed);
        packed.finish();
        to.flush();
    }

    private void writeTar(OutputStream to) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(home, FileVisitOption.FOLLOW_LINKS)) {
            files = all.filter(Files::isRegularFile)
                    .filter(file -> !isLeftOut(home.relativize(file)))
                    .sorted()
                    .limit(MOST_FILES + 1L)
                    .toList();
        }
        if (files.size() > MOST_FILES) {
            throw new IOException("expected a JDK, found more than " + MOST_FILES + " files in " + home);
        }
        TarWriter tar = new TarWriter(to);
        for (Path file : files) {
            tar.file(home.relativize(file).toString(), file, Files.isExecutable(file));
        }
        tar.end();
    }

    private static boolean isLeftOut(Path file) {
        return LEFT_OUT.contains(file.getName(0).toString())
                || LEFT_OUT.contains(file.getFileName().toString());
    }
}
