package org.moide.commlib.collective;

import org.moide.commlib.Slice;

/** Operations on parts of arrays, whatever is in them. */
final class Slices {
    private Slices() {}

    /** Copies elements; nothing if both are the same place. */
    static void copy(Slice from, Slice to) {
        if (from.array() != to.array() || from.offset() != to.offset()) {
            System.arraycopy(from.array(), from.offset(), to.array(), to.offset(), to.length());
        }
    }
}
