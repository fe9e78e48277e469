package org.moide.samples.bench;

import java.util.Arrays;
import org.moide.commlib.Slice;

/**
 * The elements of a measured message. The sender writes all of them before it sends, and the receiver reads all of them
 * afterwards, as an application does. Otherwise the elements would stay in a cache that an application's elements leave.
 * Reading also checks that the right elements have come. Used by one thread.
 */
final class Content {
    private final long[] elements;
    private final Slice slice;

    /** How often the elements were written or read; each time they have this value. */
    private long turn;

    Content(long bytes) {
        elements = new long[(int) (bytes / Long.BYTES)];
        slice = Slice.of(elements);
    }

    /** Returns the place for elements that are received. */
    Slice place() {
        return slice;
    }

    /** Writes all elements, and returns them to be sent. */
    Slice write() {
        turn++;
        Arrays.fill(elements, turn);
        return slice;
    }

    /**
     * Reads all elements.
     *
     * @throws IllegalStateException if they are not those that {@link #write} has written as many times
     */
    void read() {
        turn++;
        long sum = 0;
        for (long element : elements) {
            sum += element;
        }
        if (sum != turn * elements.length) {
            throw new IllegalStateException(
                    "expected " + elements.length + " elements of " + turn + ", found " + sum + " as their sum");
        }
    }
}
