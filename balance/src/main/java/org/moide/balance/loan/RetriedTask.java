package org.moide.balance.loan;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** A task that is tried again, as bytes: a mark that no encoded task begins with, the number that the root knows it by, the task. */
public final class RetriedTask {
    /** No codec begins with this: object streams begin with AC, plain values with a number below 16. */
    private static final int MARK = 0x4D6F5274;

    private static final int HEAD_BYTES = Integer.BYTES + Long.BYTES;

    private RetriedTask() {}

    public static byte[] of(long retry, byte[] task) {
        return ByteBuffer.allocate(HEAD_BYTES + task.length)
                .putInt(MARK)
                .putLong(retry)
                .put(task)
                .array();
    }

    /** The root's number of a task that is tried again; 0 of one that is given out for the first time. */
    public static long numberIn(byte[] encoded) {
        if (encoded.length < HEAD_BYTES || encoded[0] != MARK >>> 24) {
            return 0; // as nearly all are
        }
        ByteBuffer bytes = ByteBuffer.wrap(encoded);
        return bytes.getInt() == MARK ? bytes.getLong() : 0;
    }

    /** How many bytes come before those of the task itself. */
    public static int headBytes(byte[] encoded) {
        return numberIn(encoded) == 0 ? 0 : HEAD_BYTES;
    }

    /** The bytes of the task itself. */
    public static byte[] taskIn(byte[] encoded) {
        return numberIn(encoded) == 0 ? encoded : Arrays.copyOfRange(encoded, HEAD_BYTES, encoded.length);
    }
}
