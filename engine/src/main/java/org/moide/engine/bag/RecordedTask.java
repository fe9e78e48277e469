package org.moide.engine.bag;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.moide.commlib.port.ObjectCodec;

/**
 * A task that is recorded: wherever it runs, the task that put it is known. Its encoded form is a mark with which no
 * object stream begins, the number, and the task.
 *
 * @param parent the recorded number of the task that put it
 * @param task the application's task
 */
record RecordedTask(long parent, Serializable task) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** A mark with which no codec's bytes begin: object streams begin with AC, plain values with a number below 16. */
    private static final int MARK = 0x4D6F5271;

    private static final int HEAD_BYTES = Integer.BYTES + Long.BYTES;

    byte[] encoded(ObjectCodec codec) {
        byte[] encoded = codec.encode(task);
        return ByteBuffer.allocate(HEAD_BYTES + encoded.length)
                .putInt(MARK)
                .putLong(parent)
                .put(encoded)
                .array();
    }

    /** Returns whether these are the bytes of a recorded task. */
    public static boolean isIn(byte[] encoded) {
        return encoded.length >= HEAD_BYTES && ByteBuffer.wrap(encoded).getInt() == MARK;
    }

    /** Returns the {@link #parent} of a recorded task's bytes. */
    public static long parentIn(byte[] encoded) {
        return ByteBuffer.wrap(encoded).getLong(Integer.BYTES);
    }

    /** Returns the bytes of the task itself. */
    public static byte[] taskIn(byte[] encoded) {
        return Arrays.copyOfRange(encoded, HEAD_BYTES, encoded.length);
    }
}
