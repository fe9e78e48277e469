package org.moide.commlib.gate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.moide.commlib.security.Encryption;
import org.moide.commlib.security.OwnerOnly;

/**
 * The keys of two nodes, which all tests of a JVM share: keytool is a JVM of its own, and takes longer than most tests. Both
 * are removed when the JVM ends.
 */
public final class NodeKeys {
    private NodeKeys() {}

    /** Made when the first test wants one. */
    private static final class Made {
        private static final Path HERE = make("here");
        private static final Path THERE = make("there");
    }

    /** The folder of one node, with its key. */
    public static Path here() {
        return Made.HERE;
    }

    /** The folder of another node, with another key. */
    public static Path there() {
        return Made.THERE;
    }

    private static Path make(String name) {
        try {
            Path folder = Files.createTempDirectory("moide-keys-" + name, OwnerOnly.FOLDER);
            folder.toFile().deleteOnExit();
            Encryption.tls(folder).prepare();
            folder.resolve("tls.p12").toFile().deleteOnExit(); // what is named last goes first
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
