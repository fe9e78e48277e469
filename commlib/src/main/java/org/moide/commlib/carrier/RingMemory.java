package org.moide.commlib.carrier;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.moide.commlib.Slice;

/**
 * The memory that the two ends of a ring share: a header, and one ring buffer for each direction. An end trusts
 * nothing in it, since the peer may have written anything.
 */
final class RingMemory {
    /**
     * The size in bytes of the ring buffer of one direction, a power of two. Long messages wait for the reader less
     * often than in a smaller one, and both directions still fit a second-level cache of 2 MiB.
     */
    static final int CAPACITY = 1024 * 1024;

    /** The size of the ring buffer of one direction where memory is short. */
    static final int SMALL_CAPACITY = 256 * 1024;

    static final int TOKEN_BYTES = 16;
    private static final int HEADER_BYTES = 4096;

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    /**
     * The distance between words that different threads write: processors fetch two cache lines of 64 bytes at once.
     */
    private static final int LINE = 128;

    private static final int DIRECTION_LINES = 2;

    private final ByteBuffer memory;
    private final int capacity;

    /** Creates the view of memory that has a length of {@link #bytes}. */
    RingMemory(ByteBuffer memory) {
        if (!fits(memory.capacity())) {
            throw new IllegalArgumentException("expected " + bytes(CAPACITY) + " or " + bytes(SMALL_CAPACITY)
                    + " bytes, found " + memory.capacity());
        }
        this.memory = memory;
        this.capacity = (memory.capacity() - HEADER_BYTES) / 2;
    }

    /** Returns the length in bytes of the memory of a ring with buffers of this capacity. */
    static int bytes(int capacity) {
        return HEADER_BYTES + 2 * capacity;
    }

    /** Returns whether a ring's memory may have this length. */
    static boolean fits(long bytes) {
        return bytes == bytes(CAPACITY) || bytes == bytes(SMALL_CAPACITY);
    }

    /** Returns the size in bytes of the ring buffer of one direction. */
    int capacity() {
        return capacity;
    }

    void putToken(byte[] token) {
        memory.put(0, token);
    }

    /** Returns the position in the memory of the counter of bytes that were written in this direction. */
    static int written(int direction) {
        return LINE * (1 + DIRECTION_LINES * direction);
    }

    /** Returns the position in the memory of the counter of bytes that were read in this direction. */
    static int read(int direction) {
        return written(direction) + LINE;
    }

    /** Returns the position in the memory of the word in which this end announces whether it sleeps. */
    static int asleep(int end) {
        return LINE * (1 + 2 * DIRECTION_LINES + end);
    }

    long get(int place) {
        return (long) LONGS.getAcquire(memory, place);
    }

    void set(int place, long value) {
        LONGS.setRelease(memory, place, value);
    }

    boolean replace(int place, long expected, long value) {
        return LONGS.compareAndSet(memory, place, expected, value);
    }

    void write(int direction, long position, byte[] source, int offset, int count) {
        int start = (int) position & (capacity - 1);
        int first = Math.min(count, capacity - start);
        int base = HEADER_BYTES + direction * capacity;
        memory.put(base + start, source, offset, first);
        if (first < count) {
            memory.put(base, source, offset + first, count - first);
        }
    }

    void read(int direction, long position, byte[] target, int offset, int count) {
        int start = (int) position & (capacity - 1);
        int first = Math.min(count, capacity - start);
        int base = HEADER_BYTES + direction * capacity;
        memory.get(base + start, target, offset, first);
        if (first < count) {
            memory.get(base, target, offset + first, count - first);
        }
    }

    /**
     * Writes elements to the ring buffer of one direction. {@code position} counts from the first byte that was ever
     * written in this direction, and is a multiple of the elements' size.
     */
    void write(int direction, long position, Slice source) {
        int each = source.type().bytes();
        int start = (int) position & (capacity - 1);
        int first = Math.min(source.length(), (capacity - start) / each);
        int base = HEADER_BYTES + direction * capacity;
        source.part(0, first).copyTo(memory, base + start);
        if (first < source.length()) {
            source.part(first, source.length() - first).copyTo(memory, base);
        }
    }

    /**
     * Reads elements from the ring buffer of one direction. {@code position} counts from the first byte that was ever
     * written in this direction, and is a multiple of the elements' size.
     */
    void read(int direction, long position, Slice target) {
        int each = target.type().bytes();
        int start = (int) position & (capacity - 1);
        int first = Math.min(target.length(), (capacity - start) / each);
        int base = HEADER_BYTES + direction * capacity;
        target.part(0, first).fill(memory, base + start);
        if (first < target.length()) {
            target.part(first, target.length() - first).fill(memory, base);
        }
    }
}
