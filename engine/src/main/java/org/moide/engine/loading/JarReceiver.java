package org.moide.engine.loading;

import java.util.List;

/** A place to which jars and files are sent by their content, so that what it has is not sent again. */
public interface JarReceiver {
    /** Returns which of these jars ({@link JarReference#digest}) must be sent before they can be used. */
    List<String> missingJars(List<String> digests);

    /** Takes a piece of a jar; the last one checks it. */
    void putJar(JarChunk chunk);
}
