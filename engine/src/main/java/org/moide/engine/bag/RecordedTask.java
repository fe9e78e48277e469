package org.moide.engine.bag;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.moide.commlib.port.ObjectCodec;

/**
 * A task in a run whose workload is recorded, together with the number of the task that put it. The encoding is a mark,
 * the number and the task; no object stream begins with the mark.
 *
 * @param parent the recorded number of the task that put it
 * @param task the application's task
 */
record RecordedTask(long parent, Serializable task) implements Serializable {
    private static final long serialVersionUID = 1L;

    /**
     * First bytes of the encoding. No codec's encodings begin with these bytes: object streams begin with AC, plain
     * values with a number below 16.
     */
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

    public static boolean isIn(byte[] encoded) {
        return encoded.length >= HEAD_BYTES && ByteBuffer.wrap(encoded).getInt() == MARK;
    }

    /** Returns the {@link #parent} in the encoding of a recorded task. */
    public static long parentIn(byte[] encoded) {
        return ByteBuffer.wrap(encoded).getLong(Integer.BYTES);
    }

    /** Returns the bytes of the application's task in the encoding of a recorded task. */
    public static byte[] taskIn(byte[] encoded) {
        return Arrays.copyOfRange(encoded, HEAD_BYTES, encoded.length);
    }
}
