package org.moide.coordinator.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The file of a journal. It is an interface so that tests can use another implementation. Written bytes survive a power
 * loss only after {@link #sync}. Not thread-safe.
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

    /**
     * Forces the file to disk. When the method returns, all bytes that were written before the call would survive a
     * power loss.
     */
    void sync() throws IOException;
}
