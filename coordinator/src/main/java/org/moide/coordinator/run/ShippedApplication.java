package org.moide.coordinator.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.moide.coordinator.plan.PlanException;
import org.moide.engine.daemon.EngineDaemon;
import org.moide.engine.loading.FolderJar;
import org.moide.engine.loading.JarChunk;
import org.moide.engine.loading.JarReference;

/**
 * The application's classes as they go to other hosts: jars, named by what is in them. A folder of classes is packed, always
 * to the same bytes, so that a host which has it is not sent it again. Any thread, after it is made.
 */
final class ShippedApplication implements AutoCloseable {
    private final Map<JarReference, Path> jars = new LinkedHashMap<>();
    private final List<Path> packed = new ArrayList<>();

    /**
     * Reads and digests every file of the class path.
     *
     * @throws PlanException if one cannot be read
     */
    ShippedApplication(List<Path> classPath) {
        for (Path entry : classPath) {
            try {
                Path jar = Files.isDirectory(entry) ? pack(entry) : entry;
                jars.put(JarReference.of(jar), jar);
            } catch (IOException unreadable) {
                close();
                throw new PlanException(
                        "cannot read " + entry + " to send it to the hosts: " + unreadable.getMessage());
            }
        }
    }

    List<JarReference> jars() {
        return List.copyOf(jars.keySet());
    }

    /** Sends a daemon what it has not. */
    void sendTo(EngineDaemon daemon, String runId) {
        List<String> missing = daemon.missingJars(
                jars.keySet().stream().map(JarReference::digest).toList());
        jars.forEach((jar, file) -> {
            if (missing.contains(jar.digest())) {
                send(daemon, runId, jar, file);
            }
        });
    }

    private static void send(EngineDaemon daemon, String runId, JarReference jar, Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            long offset = 0;
            for (byte[] piece = in.readNBytes(JarChunk.MOST_BYTES);
                    piece.length > 0;
                    piece = in.readNBytes(JarChunk.MOST_BYTES)) {
                daemon.putJar(new JarChunk(runId, jar.digest(), jar.bytes(), offset, piece));
                offset += piece.length;
            }
        } catch (IOException unreadable) {
            throw new PlanException("cannot read " + file + " to send it to the hosts: " + unreadable.getMessage());
        }
    }

    private Path pack(Path folder) throws IOException {
        Path jar = Files.createTempFile("moide-classes-", ".jar");
        packed.add(jar);
        FolderJar.pack(folder, jar);
        return jar;
    }

    @Override
    public void close() {
        for (Path jar : packed) {
            try {
                Files.deleteIfExists(jar);
            } catch (IOException left) {
                jar.toFile().deleteOnExit(); // tried once more when the JVM ends
            }
        }
    }
}
