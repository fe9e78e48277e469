package org.moide.balance.loan;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A task that the runtime creates, and which makes one part of a collection's initial tasks. The root gives the parts
 * to its members in order. A part whose member is lost is computed elsewhere, like any task.
 *
 * @param part the part's index, from 0
 * @param parts the number of parts
 */
public record InitialTask(int part, int parts) {
    /**
     * The first bytes of every encoded initial task. No other encoded task begins with them: object streams begin with
     * AC, plain values with a number below 16.
     */
    private static final int MARK = 0x4D6F496E;

    private static final int BYTES = 3 * Integer.BYTES;

    public InitialTask {
        if (part < 0 || parts <= part) {
            throw new IllegalArgumentException("expected a part from 0 to below " + parts + ", found " + part);
        }
    }

    /** Returns the encoded form in which this task is lent. */
    public byte[] encoded() {
        return ByteBuffer.allocate(BYTES)
                .putInt(MARK)
                .putInt(part)
                .putInt(parts)
                .array();
    }

    /**
     * Decodes an initial task from a task's bytes.
     *
     * @return null if the bytes are a task of the application
     */
    public static @Nullable InitialTask in(byte[] encoded) {
        int head = RetriedTask.headBytes(encoded);
        if (encoded.length - head != BYTES || encoded[head] != MARK >>> 24) {
            return null; // true for nearly all tasks
        }
        ByteBuffer bytes = ByteBuffer.wrap(encoded, head, BYTES);
        return bytes.getInt() == MARK ? new InitialTask(bytes.getInt(), bytes.getInt()) : null;
    }

    @Override
    public String toString() {
        return "initialize(part " + part + " of " + parts + ")";
    }
}
