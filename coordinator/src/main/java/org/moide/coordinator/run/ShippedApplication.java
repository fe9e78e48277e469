package org.moide.coordinator.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.moide.commlib.system.FileTrouble;
import org.moide.coordinator.plan.PlanException;
import org.moide.engine.daemon.EngineDaemon;
import org.moide.engine.loading.FolderJar;
import org.moide.engine.loading.JarChunk;
import org.moide.engine.loading.JarReference;

/**
 * The application's classes as they go to other hosts: jars, named by what is in them. A folder of classes is packed, always
 * to the same bytes, so that a host which has it is not sent it again; into a file that has no name, so it is gone with this
 * process however that ends. Any thread, after it is made.
 */
final class ShippedApplication implements AutoCloseable {
    private final Map<JarReference, FileChannel> jars = new LinkedHashMap<>();

    /**
     * Reads and digests every file of the class path.
     *
     * @throws PlanException if one cannot be read
     */
    ShippedApplication(List<Path> classPath) {
        for (Path entry : classPath) {
            try {
                if (Files.isDirectory(entry)) {
                    pack(entry);
                } else {
                    jars.put(JarReference.of(entry), FileChannel.open(entry, StandardOpenOption.READ));
                }
            } catch (IOException unreadable) {
                close();
                throw new PlanException(
                        "cannot read " + entry + " to send it to the hosts: " + FileTrouble.whenReading(unreadable));
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

    private static void send(EngineDaemon daemon, String runId, JarReference jar, FileChannel file) {
        try {
            long offset = 0;
            while (offset < jar.bytes()) {
                ByteBuffer piece = ByteBuffer.allocate((int) Math.min(JarChunk.MOST_BYTES, jar.bytes() - offset));
                while (piece.hasRemaining()) {
                    if (file.read(piece, offset + piece.position()) < 0) {
                        throw new IOException(
                                "expected " + jar.bytes() + " bytes, found that it was cut off meanwhile");
                    }
                }
                daemon.putJar(new JarChunk(runId, jar.digest(), jar.bytes(), offset, piece.array()));
                offset += piece.capacity();
            }
        } catch (IOException unreadable) {
            throw new PlanException(
                    "cannot read " + jar.name() + " to send it to the hosts: " + FileTrouble.whenReading(unreadable));
        }
    }

    private void pack(Path folder) throws IOException {
        Path named = Files.createTempFile("moide-classes-", ".jar");
        // On POSIX systems the name goes at once, elsewhere when the file is closed.
        FileChannel jar = FileChannel.open(
                named, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        try {
            String digest = FolderJar.pack(folder, Channels.newOutputStream(jar));
            jars.put(new JarReference(folder.getFileName() + ".jar", digest, jar.size()), jar);
        } catch (IOException | RuntimeException failed) {
            jar.close();
            throw failed;
        }
    }

    @Override
    public void close() {
        for (FileChannel jar : jars.values()) {
            try {
                jar.close();
            } catch (IOException stays) {
                // It goes with the process.
            }
        }
    }
}
