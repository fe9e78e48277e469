package org.moide.engine.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** The port to the disk under checkpoints: files that are there whole or not at all. Any thread. */
@FunctionalInterface
public interface WholeFiles {
    /**
     * Writes a file, readable by its owner only, in a folder that comes into being if it is missing. Returns when it would
     * survive the loss of power.
     *
     * @param content its parts, one after the other
     * @throws IOException if it cannot be written: then nothing of it is left there
     */
    void write(Path file, List<ByteBuffer> content) throws IOException;
}
