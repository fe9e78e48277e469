package org.moide.commlib.collective;

import org.moide.commlib.Slice;

/** Copies elements between slices of the same type, whatever that type is. */
final class Slices {
    private Slices() {}

    /** Copies {@code to.length()} elements; does nothing if both slices start at the same element of one array. */
    static void copy(Slice from, Slice to) {
        if (from.array() != to.array() || from.offset() != to.offset()) {
            System.arraycopy(from.array(), from.offset(), to.array(), to.offset(), to.length());
        }
    }
}
