package org.moide.coordinator.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The port to the disk under a journal. One thread at a time. What is written counts only once it is synced. */
public interface JournalFile extends Closeable {
    /** Returns the length of the file now, in bytes. */
    long length() throws IOException;

    /** Reads as much as there is into the buffer, from this position on. Returns the number of bytes, 0 at the end. */
    int read(ByteBuffer into, long position) throws IOException;

    /** Writes all of the buffer. If it throws, any part of it may have been written. */
    void write(ByteBuffer from, long position) throws IOException;

    /** Cuts the file to this length. */
    void truncate(long length) throws IOException;

    /** Returns when all that was written before would survive the loss of power. */
    void sync() throws IOException;
}
