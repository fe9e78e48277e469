package org.moide.commlib.gate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.moide.commlib.security.Encryption;
import org.moide.commlib.security.OwnerOnly;

/**
 * The TLS keys of two nodes, shared by all tests of a JVM, because keytool takes longer than most tests. Both are
 * removed when the JVM ends.
 */
public final class NodeKeys {
    private NodeKeys() {}

    /** The holder of the keys, which makes them when a test first needs one. */
    private static final class Made {
        private static final Path HERE = make("here");
        private static final Path THERE = make("there");
    }

    /** Returns the folder of one node, with its key. */
    public static Path here() {
        return Made.HERE;
    }

    /** Returns the folder of another node, with another key. */
    public static Path there() {
        return Made.THERE;
    }

    private static Path make(String name) {
        try {
            Path folder = Files.createTempDirectory("moide-keys-" + name, OwnerOnly.FOLDER);
            folder.toFile().deleteOnExit();
            Encryption.tls(folder).prepare();
            folder.resolve("tls.p12").toFile().deleteOnExit(); // the last registered file is deleted first
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
