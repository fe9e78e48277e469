package org.moide.engine.spmd;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The port to the disk that holds checkpoints, with atomic writes of files. Any thread. */
public interface WholeFiles {
    /**
     * Writes a file that only its owner can read, and makes its folder if it is missing. After the return the file
     * survives a loss of power.
     *
     * @param content the parts of the file, in order
     * @throws IOException if the file cannot be written; no part of it is left then
     */
    void write(Path file, List<ByteBuffer> content) throws IOException;

    /** Reads a file; returns null if there is no such file. */
    byte @Nullable [] read(Path file) throws IOException;

    /** Returns the entries of a folder, in no particular order; an empty list if there is no such folder. */
    List<Path> list(Path folder) throws IOException;

    /** Removes a file or an empty folder. Does nothing if it does not exist. */
    void delete(Path path) throws IOException;
}
