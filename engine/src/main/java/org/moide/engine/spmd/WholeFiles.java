package org.moide.engine.spmd;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The port to the disk under checkpoints: files that are there whole or not at all. Any thread. */
public interface WholeFiles {
    /**
     * Writes a file, readable by its owner only, in a folder that comes into being if it is missing. Returns when it
     * would survive the loss of power.
     *
     * @param content the file's parts, one after the other
     * @throws IOException if it cannot be written: then nothing of it is left there
     */
    void write(Path file, List<ByteBuffer> content) throws IOException;

    /** Returns all bytes of a file; null if there is no such file. */
    byte @Nullable [] read(Path file) throws IOException;

    /** Returns what lies in a folder, in no particular order; nothing if there is no such folder. */
    List<Path> list(Path folder) throws IOException;

    /** Removes a file, or a folder in which nothing lies; does nothing if it is gone. */
    void delete(Path path) throws IOException;
}
