package org.moide.balance.loan;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.moide.balance.data.TaskHead;

/**
 * A task that is tried again, as bytes: a mark that no encoded task begins with, the number that the root knows it by, the task;
 * and before all that its class, if it reads data objects ({@link TaskHead}).
 */
public final class RetriedTask {
    /** No codec begins with this: object streams begin with AC, plain values with a number below 16. */
    private static final int MARK = 0x4D6F5274;

    private static final int HEAD_BYTES = Integer.BYTES + Long.BYTES;

    private RetriedTask() {}

    public static byte[] of(long retry, byte[] task) {
        int classBytes = TaskHead.headBytes(task);
        return ByteBuffer.allocate(HEAD_BYTES + task.length)
                .put(task, 0, classBytes)
                .putInt(MARK)
                .putLong(retry)
                .put(task, classBytes, task.length - classBytes)
                .array();
    }

    /** The root's number of a task that is tried again; 0 of one that is given out for the first time. */
    public static long numberIn(byte[] encoded) {
        return numberAt(TaskHead.headBytes(encoded), encoded);
    }

    private static long numberAt(int from, byte[] encoded) {
        if (encoded.length - from < HEAD_BYTES || encoded[from] != MARK >>> 24) {
            return 0; // as nearly all are
        }
        ByteBuffer bytes = ByteBuffer.wrap(encoded, from, HEAD_BYTES);
        return bytes.getInt() == MARK ? bytes.getLong() : 0;
    }

    /** How many bytes come before what the application put, its class too. */
    public static int headBytes(byte[] encoded) {
        int classBytes = TaskHead.headBytes(encoded);
        return classBytes + (numberAt(classBytes, encoded) == 0 ? 0 : HEAD_BYTES);
    }

    /** What the application put, without what is in front of it. */
    public static byte[] applicationsOwn(byte[] encoded) {
        int head = headBytes(encoded);
        return head == 0 ? encoded : Arrays.copyOfRange(encoded, head, encoded.length);
    }

    /** The task as it was given out at first, with its class. */
    public static byte[] taskIn(byte[] encoded) {
        int classBytes = TaskHead.headBytes(encoded);
        if (numberAt(classBytes, encoded) == 0) {
            return encoded;
        }
        int rest = encoded.length - classBytes - HEAD_BYTES;
        return ByteBuffer.allocate(classBytes + rest)
                .put(encoded, 0, classBytes)
                .put(encoded, classBytes + HEAD_BYTES, rest)
                .array();
    }
}
