package org.moide.engine.executor;

import java.nio.ByteBuffer;

/**
 * The limits that a single call has of its own. They are encoded in front of the call; a call without limits has
 * nothing there.
 *
 * @param nanos how long the call may run; 0 for any time
 * @param tries how often it is tried; 0 for as often as all calls
 * @param priority calls with a higher one begin earlier; from 0, that of calls without limits, to {@link #MOST_PRIORITY}
 * @param once whether it may begin at most once
 */
public record CallLimits(long nanos, int tries, int priority, boolean once) {
    public static final CallLimits NONE = new CallLimits(0, 0, 0, false);

    public static final int MOST_PRIORITY = 1_000;

    /**
     * The first bytes of encoded limits. No encoded call begins with them: object streams begin with AC, those with
     * classes with C1, plain values with a number below 16.
     */
    private static final int MARK = 0x4D6F4C69;

    private static final int BYTES = Integer.BYTES + Long.BYTES + 2 * Integer.BYTES + 1;

    public CallLimits {
        if (nanos < 0 || tries < 0 || priority < 0 || priority > MOST_PRIORITY) {
            throw new IllegalArgumentException("expected a time limit and tries from 0 on and a priority from 0 to "
                    + MOST_PRIORITY + ", found " + nanos + ", " + tries + " and " + priority);
        }
    }

    /** Returns a copy with other tries. */
    public CallLimits tries(int other) {
        return new CallLimits(nanos, other, priority, once);
    }

    /** Returns the encoded call with these limits in front; the same bytes for {@link #NONE}. */
    public byte[] before(byte[] call) {
        if (equals(NONE)) {
            return call;
        }
        return ByteBuffer.allocate(BYTES + call.length)
                .putInt(MARK)
                .putLong(nanos)
                .putInt(tries)
                .putInt(priority)
                .put((byte) (once ? 1 : 0))
                .put(call)
                .array();
    }

    /**
     * Returns the limits of an encoded call, or {@link #NONE}.
     *
     * @param at the offset at which the limits or the call begin
     * @throws IllegalArgumentException if they are damaged
     */
    public static CallLimits in(byte[] bytes, int at) {
        if (bytes.length - at < BYTES || bytes[at] != MARK >>> 24) {
            return NONE; // true for nearly all calls
        }
        ByteBuffer all = ByteBuffer.wrap(bytes).position(at);
        return all.getInt() == MARK ? new CallLimits(all.getLong(), all.getInt(), all.getInt(), all.get() == 1) : NONE;
    }

    /** Returns the length of these limits in front of a call. */
    int bytes() {
        return equals(NONE) ? 0 : BYTES;
    }
}
