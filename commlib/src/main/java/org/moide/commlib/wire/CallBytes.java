package org.moide.commlib.wire;

import java.util.List;
import org.moide.commlib.Slice;

/**
 * An encoded value, with its long arrays of numbers kept apart. These arrays are the value's own, and are copied only
 * when they are sent. So if one is changed before that, the change is sent too.
 *
 * @param pieces of at most {@link CallValues#MOST_PIECE_BYTES} each
 * @param beside the long arrays, in the order in which the value is read
 */
@SuppressWarnings("ArrayRecordComponent") // bytes; no code compares the records
public record CallBytes(byte[][] pieces, List<Slice> beside) {
    /** The length in bytes from which on an array of numbers is kept apart from the encoded value. */
    public static final int LEAST_BESIDE_BYTES = 1 << 16;

    /** Returns the total bytes of the arrays kept apart. */
    public long besideBytes() {
        long sum = 0;
        for (Slice array : beside) {
            sum += array.bytes();
        }
        return sum;
    }
}
