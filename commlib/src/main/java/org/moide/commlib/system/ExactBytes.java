package org.moide.commlib.system;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** Bytes that are written into memory, of which the number is expected: gives away its own array, uncopied, if that is full. */
public final class ExactBytes extends ByteArrayOutputStream {
    private static final int LEAST = 64;

    /** @param expected how many there will be; with more of them the array grows, as another's does */
    public ExactBytes(int expected) {
        super(Math.max(LEAST, expected));
    }

    /** Writes a number, big-endian, over four bytes that are there. */
    public synchronized void setInt(int offset, int value) {
        ByteBuffer.wrap(buf).putInt(offset, value);
    }

    /** All that was written. Nothing may be written after it. */
    public synchronized byte[] all() {
        return count == buf.length ? buf : toByteArray();
    }
}
