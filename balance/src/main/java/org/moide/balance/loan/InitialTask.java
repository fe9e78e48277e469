package org.moide.balance.loan;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A task that no application put: to do one part of what all engines together begin with. The root gives the parts to its members
 * in their order; when one is lost with its member, it is done elsewhere, as any task.
 *
 * @param part from 0
 * @param parts how many there are
 */
public record InitialTask(int part, int parts) {
    /** Mark with which no codec begins: object streams begin with AC, plain values with a number below 16. */
    private static final int MARK = 0x4D6F496E;

    private static final int BYTES = 3 * Integer.BYTES;

    public InitialTask {
        if (part < 0 || parts <= part) {
            throw new IllegalArgumentException("expected a part from 0 to below " + parts + ", found " + part);
        }
    }

    /** The task as it travels. */
    public byte[] encoded() {
        return ByteBuffer.allocate(BYTES)
                .putInt(MARK)
                .putInt(part)
                .putInt(parts)
                .array();
    }

    /** The part that these bytes are; null if they are a task of the application's. */
    public static @Nullable InitialTask in(byte[] encoded) {
        int head = RetriedTask.headBytes(encoded);
        if (encoded.length - head != BYTES || encoded[head] != MARK >>> 24) {
            return null; // as nearly all are
        }
        ByteBuffer bytes = ByteBuffer.wrap(encoded, head, BYTES);
        return bytes.getInt() == MARK ? new InitialTask(bytes.getInt(), bytes.getInt()) : null;
    }

    @Override
    public String toString() {
        return "initialize(part " + part + " of " + parts + ")";
    }
}
