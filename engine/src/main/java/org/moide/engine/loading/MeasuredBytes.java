package org.moide.engine.loading;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;

/**
 * The bytes of an object, which are kept up to a limit, and only counted beyond it. The writer of a longer object then
 * knows their number, and writes them once more, into an array of exactly that length: an array that grows takes three
 * times as much.
 */
final class MeasuredBytes extends OutputStream {
    private ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final long limit;
    private long count;

    /** @param limit the number of bytes up to which they are kept */
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
