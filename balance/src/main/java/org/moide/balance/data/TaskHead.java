package org.moide.balance.data;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A header in front of an encoded task that reads data objects, or has a priority or {@linkplain TaskLimits limits}.
 *
 * <p>It consists of a mark with which no encoded task begins, and the task's class, or its priority and limits.
 * Lenders, stores and logs of tasks can thus read these without decoding the application's part. A task that reads
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

    private static final int LIMITS_MARK = 0x4D6F526C;

    private static final int FIXED_BYTES = 2 * Integer.BYTES;
    private static final int PRIORITY_BYTES = Integer.BYTES + Double.BYTES;
    private static final int LIMITS_BYTES = PRIORITY_BYTES + Integer.BYTES + 1;
    private static final int SINGLE = 1;
    private static final int ONCE = 2;
    private static final int AHEAD = 4;
    private static final int HERE = 8;

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

    /** Returns the bytes of a task that reads no data objects, with its priority and limits in front if it has any. */
    public static byte[] of(double priority, TaskLimits limits, byte[] task) {
        if (limits.areNone()) {
            return of(TaskClass.NONE, priority, task);
        }
        int flags = (limits.single() ? SINGLE : 0)
                | (limits.once() ? ONCE : 0)
                | (limits.ahead() ? AHEAD : 0)
                | (limits.here() ? HERE : 0);
        return ByteBuffer.allocate(LIMITS_BYTES + task.length)
                .putInt(LIMITS_MARK)
                .putDouble(priority)
                .putInt(limits.tries())
                .put((byte) flags)
                .put(task)
                .array();
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
        return otherBytes(encoded) > 0 ? ByteBuffer.wrap(encoded).getDouble(Integer.BYTES) : NO_PRIORITY;
    }

    /** Returns the limits of an encoded task, or {@link TaskLimits#NONE}. */
    public static TaskLimits limitsIn(byte[] encoded) {
        if (otherBytes(encoded) != LIMITS_BYTES) {
            return TaskLimits.NONE;
        }
        ByteBuffer bytes = ByteBuffer.wrap(encoded).position(PRIORITY_BYTES);
        int tries = bytes.getInt();
        byte flags = bytes.get();
        return new TaskLimits(
                Math.max(0, tries),
                (flags & SINGLE) != 0,
                (flags & ONCE) != 0,
                (flags & AHEAD) != 0,
                (flags & HERE) != 0);
    }

    /** Returns the length of the header; 0 if there is none. */
    public static int headBytes(byte[] encoded) {
        int size = size(encoded);
        if (size > 0) {
            return FIXED_BYTES + size * Long.BYTES;
        }
        return otherBytes(encoded);
    }

    /** Returns the task's bytes without the header. */
    public static byte[] taskIn(byte[] encoded) {
        int head = headBytes(encoded);
        return head == 0 ? encoded : Arrays.copyOfRange(encoded, head, encoded.length);
    }

    /** Returns the length of a header with a priority, and perhaps limits; 0 if there is none. */
    private static int otherBytes(byte[] encoded) {
        if (encoded.length < PRIORITY_BYTES || encoded[0] != PRIORITY_MARK >>> 24) {
            return 0; // true for nearly all tasks
        }
        int mark = ByteBuffer.wrap(encoded).getInt();
        if (mark == LIMITS_MARK && encoded.length >= LIMITS_BYTES) {
            return LIMITS_BYTES;
        }
        return mark == PRIORITY_MARK ? PRIORITY_BYTES : 0;
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
