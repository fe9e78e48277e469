package org.moide.engine.loading;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A stream that keeps the bytes of an object up to a limit, and only counts them beyond it. The writer of a longer
 * object then writes it again into an array of the exact length.
 *
 * <p>The bytes are kept in blocks: an array that grows would be copied each time, and take three times the length.
 */
final class MeasuredBytes extends OutputStream {
    private static final int FIRST_BLOCK_BYTES = 256;

    /** The longest block: collectors treat arrays of half a MiB and more apart from others. */
    private static final int LONGEST_BLOCK_BYTES = 256 << 10;

    private final List<byte[]> full = new ArrayList<>();
    private final long limit;
    private byte[] block = new byte[FIRST_BLOCK_BYTES];
    private int inBlock;
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
        if (areKept()) {
            keep(bytes, from, length);
        } else {
            full.clear(); // frees the memory
            block = new byte[0];
        }
    }

    private void keep(byte[] bytes, int from, int length) {
        int done = 0;
        while (done < length) {
            if (inBlock == block.length) {
                full.add(block);
                block = new byte[Math.min(LONGEST_BLOCK_BYTES, 2 * block.length)];
                inBlock = 0;
            }
            int some = Math.min(length - done, block.length - inBlock);
            System.arraycopy(bytes, from + done, block, inBlock, some);
            inBlock += some;
            done += some;
        }
    }

    long count() {
        return count;
    }

    boolean areKept() {
        return count <= limit;
    }

    byte[] kept() {
        byte[] all = new byte[Math.toIntExact(count)];
        int done = 0;
        for (byte[] each : full) {
            System.arraycopy(each, 0, all, done, each.length);
            done += each.length;
        }
        System.arraycopy(block, 0, all, done, inBlock);
        return all;
    }
}
