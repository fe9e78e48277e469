package org.moide.balance.loan;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.moide.balance.data.TaskHead;

/**
 * A task that is tried again, as bytes: a mark that no encoded task begins with, the number that the root knows it by, the task;
 * and before all that its class, if it reads data objects ({@link TaskHead}). One with which a process has died is a suspect:
 * it has another mark, says how many have, and runs on an engine that runs nothing else.
 */
public final class RetriedTask {
    /** Mark with which no codec begins: object streams begin with AC, plain values with a number below 16. */
    private static final int MARK = 0x4D6F5274;

    /** The mark of a suspect. */
    private static final int SUSPECT_MARK = 0x4D6F5375;

    private static final int HEAD_BYTES = Integer.BYTES + Long.BYTES;
    private static final int SUSPECT_BYTES = HEAD_BYTES + Integer.BYTES;

    private RetriedTask() {}

    public static byte[] of(long retry, byte[] task) {
        return of(retry, 0, task);
    }

    /**
     * A task with which this many processes have died.
     *
     * @param retry the root's number of it
     * @param task as it was given out at first
     */
    public static byte[] of(long retry, int deaths, byte[] task) {
        int classBytes = TaskHead.headBytes(task);
        ByteBuffer bytes = ByteBuffer.allocate((deaths == 0 ? HEAD_BYTES : SUSPECT_BYTES) + task.length)
                .put(task, 0, classBytes)
                .putInt(deaths == 0 ? MARK : SUSPECT_MARK)
                .putLong(retry);
        if (deaths > 0) {
            bytes.putInt(deaths);
        }
        return bytes.put(task, classBytes, task.length - classBytes).array();
    }

    /** The root's number of a task that is tried again; 0 of one that is given out for the first time. */
    public static long numberIn(byte[] encoded) {
        return numberAt(TaskHead.headBytes(encoded), encoded);
    }

    private static long numberAt(int from, byte[] encoded) {
        int head = bytesAt(from, encoded);
        return head == 0 ? 0 : ByteBuffer.wrap(encoded).getLong(from + Integer.BYTES);
    }

    /** Reads how many bytes stand there before the task. */
    private static int bytesAt(int from, byte[] encoded) {
        int length = encoded.length - from;
        if (length < HEAD_BYTES || encoded[from] != MARK >>> 24) {
            return 0; // as nearly all are
        }
        int mark = ByteBuffer.wrap(encoded).getInt(from);
        if (mark == SUSPECT_MARK && length >= SUSPECT_BYTES) {
            return SUSPECT_BYTES;
        }
        return mark == MARK ? HEAD_BYTES : 0;
    }

    /** Reads how many processes have died while they ran it. */
    public static int deathsIn(byte[] encoded) {
        int from = TaskHead.headBytes(encoded);
        return bytesAt(from, encoded) == SUSPECT_BYTES
                ? Math.max(1, ByteBuffer.wrap(encoded).getInt(from + HEAD_BYTES))
                : 0;
    }

    /** Returns whether a process has died while it ran the task. */
    public static boolean isSuspect(byte[] encoded) {
        return bytesAt(TaskHead.headBytes(encoded), encoded) == SUSPECT_BYTES;
    }

    /** Reads how many bytes come before what the application put, its class too. */
    public static int headBytes(byte[] encoded) {
        int classBytes = TaskHead.headBytes(encoded);
        return classBytes + bytesAt(classBytes, encoded);
    }

    /** Cuts off everything in front of what the application put. */
    public static byte[] applicationsOwn(byte[] encoded) {
        int head = headBytes(encoded);
        return head == 0 ? encoded : Arrays.copyOfRange(encoded, head, encoded.length);
    }

    /** The task as it was given out at first, with its class. */
    public static byte[] taskIn(byte[] encoded) {
        int classBytes = TaskHead.headBytes(encoded);
        int head = bytesAt(classBytes, encoded);
        if (head == 0) {
            return encoded;
        }
        int rest = encoded.length - classBytes - head;
        return ByteBuffer.allocate(classBytes + rest)
                .put(encoded, 0, classBytes)
                .put(encoded, classBytes + head, rest)
                .array();
    }
}
