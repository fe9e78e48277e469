package org.moide.commlib.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Writes into one array, which grows. One thread at a time. */
public final class ArrayWriter extends ByteWriter {
    /** The most bytes: as long as an array may be in any JVM. */
    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    /** The most memory that a writer keeps which is used again, in times of its first. */
    private static final int KEPT = 16;

    private final int firstBytes;

    /**
     * An empty one.
     *
     * @param firstBytes for how many there is room at first: if just as many are written, they are not copied
     */
    public ArrayWriter(int firstBytes) {
        super(firstBytes);
        this.firstBytes = firstBytes;
    }

    @Override
    ByteBuffer longer(int bytes) {
        ByteBuffer full = last();
        long needed = (long) full.position() + bytes;
        if (needed > MOST_BYTES) {
            throw new IllegalArgumentException("expected at most " + MOST_BYTES + " bytes together, found " + needed);
        }
        int length = (int) Math.min(MOST_BYTES, Math.max(2L * full.capacity(), needed));
        return ByteBuffer.wrap(Arrays.copyOf(last().array(), length)).position(full.position());
    }

    /** The number of bytes that are there. */
    public int length() {
        return written();
    }

    /** The bytes that were written; nothing may be written after this. */
    public byte[] bytes() {
        return lastArray();
    }

    /** Takes what was written since it was taken before. */
    public byte[] take() {
        byte[] taken = Arrays.copyOf(last().array(), written());
        goOn(last().capacity() > KEPT * firstBytes ? ByteBuffer.allocate(firstBytes) : last().clear());
        return taken;
    }
}
