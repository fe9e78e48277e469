package org.moide.commlib.wire;

import java.util.List;
import org.moide.commlib.Slice;

/**
 * A value as bytes, and its long arrays of numbers, which are not among them: they are the value's own, and whoever sends
 * them copies them from there. One that is changed before it is sent is sent as it is then.
 *
 * @param pieces of at most {@link CallValues#MOST_PIECE_BYTES} each
 * @param beside arrays in the order in which the value is read
 */
@SuppressWarnings("ArrayRecordComponent") // bytes, which nobody compares as records
public record CallBytes(byte[][] pieces, List<Slice> beside) {
    /** The least length of an array that goes beside the bytes. */
    public static final int LEAST_BESIDE_BYTES = 1 << 16;

    /** The bytes of the arrays. */
    public long besideBytes() {
        long sum = 0;
        for (Slice array : beside) {
            sum += array.bytes();
        }
        return sum;
    }
}
