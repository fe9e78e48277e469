package org.moide.balance.data;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A task that reads data objects, as bytes: a mark that no encoded task begins with, its class, the task. So whoever lends,
 * keeps or notes down tasks knows their class without reading what the application put.
 */
public final class ClassedBytes {
    /** No codec begins with this: object streams begin with AC, plain values with a number below 16. */
    private static final int MARK = 0x4D6F5264;

    private static final int FIXED_BYTES = 2 * Integer.BYTES;

    private ClassedBytes() {}

    /** The task's bytes behind its class; the same bytes if it reads nothing. */
    public static byte[] of(TaskClass taskClass, byte[] task) {
        if (taskClass.isNone()) {
            return task;
        }
        ByteBuffer bytes = ByteBuffer.allocate(FIXED_BYTES + taskClass.size() * Long.BYTES + task.length);
        bytes.putInt(MARK).putInt(taskClass.size());
        taskClass.stream().forEach(bytes::putLong);
        return bytes.put(task).array();
    }

    /**
     * The class of a task.
     *
     * @throws IllegalArgumentException for what is no class
     */
    public static TaskClass classIn(byte[] encoded) {
        int size = size(encoded);
        if (size == 0) {
            return TaskClass.NONE;
        }
        long[] ids = new long[size];
        ByteBuffer.wrap(encoded, FIXED_BYTES, size * Long.BYTES).asLongBuffer().get(ids);
        return new TaskClass(ids);
    }

    /** How many bytes come before those of the task itself. */
    public static int headBytes(byte[] encoded) {
        int size = size(encoded);
        return size == 0 ? 0 : FIXED_BYTES + size * Long.BYTES;
    }

    /** The bytes of the task itself. */
    public static byte[] taskIn(byte[] encoded) {
        int head = headBytes(encoded);
        return head == 0 ? encoded : Arrays.copyOfRange(encoded, head, encoded.length);
    }

    private static int size(byte[] encoded) {
        if (encoded.length < FIXED_BYTES || encoded[0] != MARK >>> 24) {
            return 0; // as nearly all are
        }
        ByteBuffer bytes = ByteBuffer.wrap(encoded, 0, FIXED_BYTES);
        if (bytes.getInt() != MARK) {
            return 0;
        }
        int size = bytes.getInt();
        if (size < 1 || size > TaskClass.MOST_OBJECTS || size > (encoded.length - FIXED_BYTES) / Long.BYTES) {
            throw new IllegalArgumentException("expected a task that reads 1 to " + TaskClass.MOST_OBJECTS
                    + " data objects, found " + size + " in " + encoded.length + " bytes");
        }
        return size;
    }
}
