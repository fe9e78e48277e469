package org.moide.engine.loading;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * Identifies a jar in messages between hosts.
 *
 * @param name the file's name on its original host, for messages only
 * @param digest the SHA-256 of the jar's bytes: exactly the submitted bytes run
 * @param bytes the jar's length
 */
public record JarReference(String name, String digest, long bytes) implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    public JarReference {
        Digests.checked(digest);
        if (bytes < 1) {
            throw new IllegalArgumentException("jar " + name + ": expected some bytes, found " + bytes);
        }
    }

    /** Reads a jar and computes its digest. */
    public static JarReference of(Path jar) throws IOException {
        return new JarReference(String.valueOf(jar.getFileName()), Digests.of(jar), Files.size(jar));
    }
}
