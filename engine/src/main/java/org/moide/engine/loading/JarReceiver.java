package org.moide.engine.loading;

import java.util.List;

/** A receiver of jars and other files, each identified by its SHA-256, so that a file that it has is not sent again. */
public interface JarReceiver {
    /**
     * Returns the digests ({@link JarReference#digest}) of the jars that this receiver lacks and that must be sent
     * before they can be used.
     */
    List<String> missingJars(List<String> digests);

    /** Takes a piece of a jar. After the last piece the jar's bytes are verified. */
    void putJar(JarChunk chunk);
}
