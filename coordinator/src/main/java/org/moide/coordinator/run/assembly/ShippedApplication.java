package org.moide.coordinator.run.assembly;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.moide.commlib.system.FileTrouble;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.run.session.RunFiles;
import org.moide.engine.loading.Digests;
import org.moide.engine.loading.FileReference;
import org.moide.engine.loading.JarChunk;
import org.moide.engine.loading.JarPieces;
import org.moide.engine.loading.JarReceiver;
import org.moide.engine.loading.JarReference;

/**
 * The application's jars and files that are shipped to other hosts. Each is identified by the SHA-256 of its content,
 * so that a host which has it does not get it again. Thread-safe after construction.
 */
public final class ShippedApplication implements AutoCloseable {
    /**
     * The greatest number of bytes of a jar. A larger file is no jar of an application but probably a data set, and is
     * refused.
     */
    private static final long MOST_JAR_BYTES = 1L << 30;

    private final List<JarReference> jars = new ArrayList<>();
    private final Map<String, Source> sources = new LinkedHashMap<>();

    /**
     * A file that is shipped.
     *
     * @param given what keeps the file available; closed when the file is no longer needed
     */
    private record Source(String name, String digest, long bytes, FileChannel content, AutoCloseable given) {}

    /**
     * Reads every file of the class path and computes its digest.
     *
     * @param files the files that the user named; their digests are already known
     * @param folders packs class folders to jars
     * @throws PlanException if a file cannot be read
     */
    public ShippedApplication(List<Path> classPath, RunFiles files, PackedFolders folders) {
        Path current = Path.of("");
        try {
            for (Path entry : classPath) {
                current = entry;
                if (Files.isDirectory(entry)) {
                    PackedFolders.Packed packed = folders.take(entry);
                    add(packed.jar(), packed.content(), packed);
                } else {
                    FileChannel content = FileChannel.open(entry, StandardOpenOption.READ);
                    add(JarReference.of(entry), content, content);
                }
            }
            for (RunFiles.Entry file : files.entries()) {
                current = file.path();
                add(file.reference(), FileChannel.open(file.path(), StandardOpenOption.READ));
            }
        } catch (IOException unreadable) {
            close();
            throw new PlanException(
                    "cannot read " + current + " to send it to the hosts: " + FileTrouble.whenReading(unreadable));
        }
    }

    private void add(JarReference jar, FileChannel content, AutoCloseable given) {
        if (jar.bytes() > MOST_JAR_BYTES) {
            throw new PlanException("expected a jar of at most " + (MOST_JAR_BYTES >> 20) + " MiB, found "
                    + (jar.bytes() >> 20) + " MiB in " + jar.name() + "; give data to the hosts by --files");
        }
        jars.add(jar);
        add(new Source(jar.name(), jar.digest(), jar.bytes(), content, given));
    }

    private void add(FileReference file, FileChannel content) {
        add(new Source(file.name(), file.digest(), file.bytes(), content, content));
    }

    private void add(Source source) {
        Source same = sources.put(source.digest(), source);
        if (same != null) {
            close(same);
        }
    }

    public List<JarReference> jars() {
        return List.copyOf(jars);
    }

    /** Returns the size of all files together in bytes. */
    long bytes() {
        return sources.values().stream().mapToLong(Source::bytes).sum();
    }

    /** Returns the digests of those files that a host lacks. */
    public List<String> missingAt(JarReceiver daemon) {
        return daemon.missingJars(sources.values().stream()
                .filter(source -> source.bytes() > 0)
                .map(Source::digest)
                .toList());
    }

    /** Returns the size of these files together in bytes. */
    long bytes(List<String> digests) {
        return sources.values().stream()
                .filter(source -> digests.contains(source.digest()))
                .mapToLong(Source::bytes)
                .sum();
    }

    /**
     * Sends these files to a daemon.
     *
     * @throws PlanException if a file cannot be read, or has changed since the run began
     */
    public void send(JarReceiver daemon, String runId, List<String> digests) {
        for (Source source : sources.values()) {
            if (digests.contains(source.digest())) {
                send(daemon, runId, source);
            }
        }
    }

    private static void send(JarReceiver daemon, String runId, Source source) {
        MessageDigest sent = Digests.sha256();
        long offset = 0;
        while (offset < source.bytes()) {
            byte[] piece = piece(source, offset);
            sent.update(piece);
            offset += piece.length;
            // The receiver creates the file only when it gets the last piece.
            if (offset == source.bytes()
                    && !HexFormat.of().formatHex(sent.digest()).equals(source.digest())) {
                throw changed(source, "other bytes");
            }
            daemon.putJar(new JarChunk(runId, source.digest(), source.bytes(), offset - piece.length, piece));
        }
    }

    private static byte[] piece(Source source, long offset) {
        try {
            return JarPieces.piece(source.content(), source.bytes(), offset);
        } catch (EOFException shorter) {
            throw changed(source, "less than " + source.bytes() + " bytes");
        } catch (IOException unreadable) {
            throw new PlanException("cannot read " + source.name() + " to send it to the hosts: "
                    + FileTrouble.whenReading(unreadable));
        }
    }

    private static PlanException changed(Source source, String found) {
        return new PlanException("expected " + source.name() + " as it was when the run began, to send it to the hosts,"
                + " found " + found + ": it was changed meanwhile; start the run again");
    }

    @Override
    public void close() {
        sources.values().forEach(ShippedApplication::close);
    }

    private static void close(Source source) {
        try {
            source.given().close();
        } catch (Exception stays) {
            // The file disappears with the process.
            return;
        }
    }
}
