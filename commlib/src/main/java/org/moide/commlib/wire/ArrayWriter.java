package org.moide.commlib.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** A writer of encoded values to one array, which grows. One thread at a time uses it. */
public final class ArrayWriter extends ByteWriter {
    /** The longest array that every JVM allows. */
    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    /**
     * The greatest length of an array that {@link #take} keeps for reuse, as a multiple of the first array's length.
     */
    private static final int KEPT = 16;

    private final int firstBytes;

    /**
     * Creates an empty writer.
     *
     * @param firstBytes the length of the first array; if exactly as many bytes are written, they are not copied
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

    /** Returns the number of bytes that were written and not yet taken by {@link #take}. */
    public int length() {
        return written();
    }

    /** Returns the written bytes; the caller must not write any more after that. */
    public byte[] bytes() {
        return lastArray();
    }

    /** Returns the bytes that were written since the last call, and starts afresh. */
    public byte[] take() {
        byte[] taken = Arrays.copyOf(last().array(), written());
        goOn(last().capacity() > KEPT * firstBytes ? ByteBuffer.allocate(firstBytes) : last().clear());
        return taken;
    }
}
