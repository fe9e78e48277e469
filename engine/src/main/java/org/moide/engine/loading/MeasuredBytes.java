package org.moide.engine.loading;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;

/**
 * The bytes of an object, which are kept up to a limit, and only counted beyond it. The writer of a longer object knows their
 * number then, and writes them once more, into just the room that they need: an array that grows takes three times as much.
 */
final class MeasuredBytes extends OutputStream {
    private ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final long limit;
    private long count;

    /** None, of which so many are kept. */
    MeasuredBytes(long limit) {
        this.limit = limit;
    }

    @Override
    public void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        count += length;
        if (count <= limit) {
            kept.write(bytes, from, length);
        } else if (kept.size() > 0) {
            kept = new ByteArrayOutputStream(0); // its memory is needed
        }
    }

    long count() {
        return count;
    }

    boolean areKept() {
        return count <= limit;
    }

    byte[] kept() {
        return kept.toByteArray();
    }
}
