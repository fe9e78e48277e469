package org.moide.commlib.system;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/**
 * An in-memory output stream of an expected length. If exactly that many bytes were written, it returns its own array
 * without a copy.
 */
public final class ExactBytes extends ByteArrayOutputStream {
    private static final int LEAST = 64;

    /**
     * Creates an empty stream.
     *
     * @param expected the expected number of bytes; with more bytes, the array grows
     */
    public ExactBytes(int expected) {
        super(Math.max(LEAST, expected));
    }

    /** Overwrites four bytes that were written before with a big-endian number. */
    public synchronized void setInt(int offset, int value) {
        ByteBuffer.wrap(buf).putInt(offset, value);
    }

    /** Returns all bytes; the caller must not write any more after that. */
    public synchronized byte[] all() {
        return count == buf.length ? buf : toByteArray();
    }
}
