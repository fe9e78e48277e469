package org.moide.balance.loan;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.moide.balance.data.TaskHead;

/**
 * The encoding of a task that is tried again.
 *
 * <p>In front of the task's bytes it has a mark with which no encoded task begins, and the number under which the root
 * knows the task; the class of a task that reads data objects comes before both ({@link TaskHead}). A task with which a
 * process has died is a suspect: it has another mark and the number of such deaths, and an engine runs it only while it
 * runs nothing else.
 */
public final class RetriedTask {
    /**
     * The first bytes of the header of a repeated task. No encoded task begins with them: object streams begin with AC,
     * plain values with a number below 16.
     */
    private static final int MARK = 0x4D6F5274;

    private static final int SUSPECT_MARK = 0x4D6F5375;

    private static final int HEAD_BYTES = Integer.BYTES + Long.BYTES;
    private static final int SUSPECT_BYTES = HEAD_BYTES + Integer.BYTES;

    private RetriedTask() {}

    public static byte[] of(long retry, byte[] task) {
        return of(retry, 0, task);
    }

    /**
     * Returns a task's bytes with a repetition's header.
     *
     * @param retry the number that the root gave to the repetition
     * @param deaths the number of processes that died with the task; if not 0, the task is a suspect
     * @param task the bytes as at the first try
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

    /** Returns the number of the repetition whose header is in front of the task; 0 for a first try. */
    public static long numberIn(byte[] encoded) {
        return numberAt(TaskHead.headBytes(encoded), encoded);
    }

    private static long numberAt(int from, byte[] encoded) {
        int head = bytesAt(from, encoded);
        return head == 0 ? 0 : ByteBuffer.wrap(encoded).getLong(from + Integer.BYTES);
    }

    /** Returns the length of the repetition's header that begins at offset {@code from}; 0 if there is none. */
    private static int bytesAt(int from, byte[] encoded) {
        int length = encoded.length - from;
        if (length < HEAD_BYTES || encoded[from] != MARK >>> 24) {
            return 0; // true for nearly all tasks
        }
        int mark = ByteBuffer.wrap(encoded).getInt(from);
        if (mark == SUSPECT_MARK && length >= SUSPECT_BYTES) {
            return SUSPECT_BYTES;
        }
        return mark == MARK ? HEAD_BYTES : 0;
    }

    /** Returns the number of processes that have died while they ran the task. */
    public static int deathsIn(byte[] encoded) {
        int from = TaskHead.headBytes(encoded);
        return bytesAt(from, encoded) == SUSPECT_BYTES
                ? Math.max(1, ByteBuffer.wrap(encoded).getInt(from + HEAD_BYTES))
                : 0;
    }

    public static boolean isSuspect(byte[] encoded) {
        return bytesAt(TaskHead.headBytes(encoded), encoded) == SUSPECT_BYTES;
    }

    /** Returns the length of all headers in front of the application's bytes, the class included. */
    public static int headBytes(byte[] encoded) {
        int classBytes = TaskHead.headBytes(encoded);
        return classBytes + bytesAt(classBytes, encoded);
    }

    /** Returns the application's bytes without any header. */
    public static byte[] applicationsOwn(byte[] encoded) {
        int head = headBytes(encoded);
        return head == 0 ? encoded : Arrays.copyOfRange(encoded, head, encoded.length);
    }

    /** Returns the task's bytes as they were at the first try: with its class, but without the repetition's header. */
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
