package org.moide.balance.data;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The head before a task that travels as bytes, if it reads data objects or has a priority: a mark that no encoded task
 * begins with, and its class or its priority. So whoever lends, keeps or notes down tasks knows these without reading
 * what the application put. A task that reads data objects is queued among those that read the same, so its priority is
 * of no use and does not travel.
 */
public final class TaskHead {
    /** Mark with which no codec begins: object streams begin with AC, plain values with a number below 16. */
    private static final int CLASS_MARK = 0x4D6F5264;

    private static final int PRIORITY_MARK = 0x4D6F5270;

    private static final int FIXED_BYTES = 2 * Integer.BYTES;
    private static final int PRIORITY_BYTES = Integer.BYTES + Double.BYTES;

    /** The priority of a task that has none. */
    public static final double NO_PRIORITY = Double.NaN;

    private TaskHead() {}

    /** The task's bytes behind its class; the same bytes if it reads nothing. */
    public static byte[] of(TaskClass taskClass, byte[] task) {
        return of(taskClass, NO_PRIORITY, task);
    }

    /** The task's bytes behind its class, or else its priority; the same bytes if it has neither. */
    public static byte[] of(TaskClass taskClass, double priority, byte[] task) {
        if (!taskClass.isNone()) {
            ByteBuffer bytes = ByteBuffer.allocate(FIXED_BYTES + taskClass.size() * Long.BYTES + task.length);
            bytes.putInt(CLASS_MARK).putInt(taskClass.size());
            taskClass.stream().forEach(bytes::putLong);
            return bytes.put(task).array();
        }
        if (Double.isNaN(priority)) {
            return task;
        }
        ByteBuffer bytes = ByteBuffer.allocate(PRIORITY_BYTES + task.length);
        return bytes.putInt(PRIORITY_MARK).putDouble(priority).put(task).array();
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

    /** The priority of a task; {@link #NO_PRIORITY} if it has none. */
    public static double priorityIn(byte[] encoded) {
        return hasPriority(encoded) ? ByteBuffer.wrap(encoded).getDouble(Integer.BYTES) : NO_PRIORITY;
    }

    /** The number of bytes before those of the task itself. */
    public static int headBytes(byte[] encoded) {
        int size = size(encoded);
        if (size > 0) {
            return FIXED_BYTES + size * Long.BYTES;
        }
        return hasPriority(encoded) ? PRIORITY_BYTES : 0;
    }

    /** The bytes of the task itself. */
    public static byte[] taskIn(byte[] encoded) {
        int head = headBytes(encoded);
        return head == 0 ? encoded : Arrays.copyOfRange(encoded, head, encoded.length);
    }

    private static boolean hasPriority(byte[] encoded) {
        return encoded.length >= PRIORITY_BYTES
                && encoded[0] == PRIORITY_MARK >>> 24 // else it is over for nearly all
                && ByteBuffer.wrap(encoded).getInt() == PRIORITY_MARK;
    }

    private static int size(byte[] encoded) {
        if (encoded.length < FIXED_BYTES || encoded[0] != CLASS_MARK >>> 24) {
            return 0; // as nearly all are
        }
        ByteBuffer bytes = ByteBuffer.wrap(encoded, 0, FIXED_BYTES);
        if (bytes.getInt() != CLASS_MARK) {
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
