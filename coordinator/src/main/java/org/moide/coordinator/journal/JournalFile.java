package org.moide.coordinator.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The file of a journal, behind an interface so that tests can replace it. Not thread-safe. Written bytes are safe only
 * after {@link #sync}.
 */
public interface JournalFile extends Closeable {
    /** Returns the present length of the file in bytes. */
    long length() throws IOException;

    /**
     * Reads bytes from this position on until the buffer is full or the file ends. Returns the number of bytes, 0 at
     * the end.
     */
    int read(ByteBuffer into, long position) throws IOException;

    /** Writes the whole buffer. If it throws, any part of the buffer may have been written. */
    void write(ByteBuffer from, long position) throws IOException;

    /** Cuts the file to this length. */
    void truncate(long length) throws IOException;

    /** Returns when all bytes written before this call would survive a power loss. */
    void sync() throws IOException;
}
