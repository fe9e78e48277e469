package org.moide.engine.loading;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;

/**
 * A stream that keeps the bytes of an object up to a limit, and only counts them beyond it. The writer of a longer
 * object then writes it again into an array of the exact length, because a growing array would take three times the
 * length.
 */
final class MeasuredBytes extends OutputStream {
    private ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final long limit;
    private long count;

    /**
     * Creates a stream that has no bytes yet.
     *
     * @param limit the number of bytes up to which the content is kept
     */
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
            kept = new ByteArrayOutputStream(0); // frees the memory
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
