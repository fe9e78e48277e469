package org.moide.engine.loading;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * A jar as hosts speak of it.
 *
 * @param name the file's name where it came from, for messages only
 * @param digest the SHA-256 of the jar's bytes: the submitted bytes are those that run
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

    /** Reads the file and digests it. */
    public static JarReference of(Path jar) throws IOException {
        return new JarReference(String.valueOf(jar.getFileName()), Digests.of(jar), Files.size(jar));
    }
}
