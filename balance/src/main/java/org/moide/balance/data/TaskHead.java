package org.moide.balance.data;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A header in front of an encoded task that reads data objects or has a priority.
 *
 * <p>It consists of a mark with which no encoded task begins, and the task's class or priority. Lenders, stores and
 * logs of tasks can thus read the class and the priority without decoding the application's part. A task that reads
 * data objects is queued with tasks that read the same ones. Its priority would have no effect there, so the header
 * leaves it out.
 */
public final class TaskHead {
    /**
     * The first bytes of every header. No encoded task begins with them: object streams begin with AC, plain values
     * with a number below 16.
     */
    private static final int CLASS_MARK = 0x4D6F5264;

    private static final int PRIORITY_MARK = 0x4D6F5270;

    private static final int FIXED_BYTES = 2 * Integer.BYTES;
    private static final int PRIORITY_BYTES = Integer.BYTES + Double.BYTES;

    public static final double NO_PRIORITY = Double.NaN;

    private TaskHead() {}

    /** Returns the task's bytes with its class in front; the same bytes if it reads no data objects. */
    public static byte[] of(TaskClass taskClass, byte[] task) {
        return of(taskClass, NO_PRIORITY, task);
    }

    /**
     * Returns the task's bytes with its class or, for lack of one, its priority in front; the same bytes if it has
     * neither.
     */
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
     * Returns the class of an encoded task.
     *
     * @throws IllegalArgumentException if the header is damaged
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

    /** Returns the priority of an encoded task, or {@link #NO_PRIORITY}. */
    public static double priorityIn(byte[] encoded) {
        return hasPriority(encoded) ? ByteBuffer.wrap(encoded).getDouble(Integer.BYTES) : NO_PRIORITY;
    }

    /** Returns the length of the header; 0 if there is none. */
    public static int headBytes(byte[] encoded) {
        int size = size(encoded);
        if (size > 0) {
            return FIXED_BYTES + size * Long.BYTES;
        }
        return hasPriority(encoded) ? PRIORITY_BYTES : 0;
    }

    /** Returns the task's bytes without the header. */
    public static byte[] taskIn(byte[] encoded) {
        int head = headBytes(encoded);
        return head == 0 ? encoded : Arrays.copyOfRange(encoded, head, encoded.length);
    }

    private static boolean hasPriority(byte[] encoded) {
        return encoded.length >= PRIORITY_BYTES
                && encoded[0] == PRIORITY_MARK >>> 24 // first test: false for nearly all tasks
                && ByteBuffer.wrap(encoded).getInt() == PRIORITY_MARK;
    }

    private static int size(byte[] encoded) {
        if (encoded.length < FIXED_BYTES || encoded[0] != CLASS_MARK >>> 24) {
            return 0; // true for nearly all tasks
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
