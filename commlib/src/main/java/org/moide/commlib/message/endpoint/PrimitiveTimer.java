package org.moide.commlib.message.endpoint;

import org.moide.commlib.message.CommCounters;
import org.moide.commlib.message.Primitive;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.trace.ThreadTrace;

/**
 * Finds out how long a thread's primitives take besides waiting: copying, encoding, writing, reading. The clock takes
 * longer than a short primitive, so of those that move little one in sixteen is timed, and counts for all sixteen; one
 * that moves much is timed itself, and so is the first call of each primitive, which makes connections and loads
 * classes. Belongs to one thread.
 */
final class PrimitiveTimer {
    /** A copy of this many bytes takes longer than to look at the clock twice. */
    private static final long MUCH_BYTES = 4096;

    private static final int ONE_OF = 16;

    /**
     * The number that is timed of each sixteen, in the middle: the first ones are slower than those that they would
     * count for.
     */
    private static final int TIMED_ONE = 8;

    /**
     * The longest time that counts: a primitive that takes longer was held up by something that the others were not.
     */
    private static final long LONGEST_NANOS = 50_000;

    /**
     * The places between what this thread writes in each primitive and what others write, as in {@link CommCounters}.
     */
    private static final int APART = 16;

    private static final int CALLS = APART;
    private static final int WEIGHT = APART + 1; // of what is being timed; 0 if nothing is
    private static final int START = APART + 2;
    private static final int ACCOUNTED_BEFORE = APART + 3;
    private static final int SEEN = APART + 4; // a bit for each primitive that was called

    private final CommCounters counters;
    private final ThreadTrace trace;
    private final Ticker ticker;
    private final long[] state = new long[SEEN + 1 + APART];

    PrimitiveTimer(CommCounters counters, Ticker ticker) {
        this.counters = counters;
        this.trace = counters.trace();
        this.ticker = ticker;
    }

    /**
     * A primitive begins.
     *
     * @param which what it waits in is counted as this one's
     * @param bytes that it moves here, as far as it is known
     * @return whether it is timed, for {@link #end}
     */
    boolean begin(Primitive which, long bytes) {
        counters.within(which);
        trace.begins(which.words());
        long bit = 1L << which.place();
        boolean alone = bytes >= MUCH_BYTES || (state[SEEN] & bit) == 0;
        if (!alone && state[CALLS]++ % ONE_OF != TIMED_ONE) {
            return false;
        }
        if (state[WEIGHT] != 0) {
            return false; // within another, which has all of its time
        }
        state[SEEN] |= bit;
        state[WEIGHT] = alone ? 1 : ONE_OF;
        state[ACCOUNTED_BEFORE] = counters.accountedNanos();
        state[START] = ticker.nanoTime();
        return true;
    }

    /** Counts the waits from here on for this primitive, which is not timed. */
    void within(Primitive which) {
        counters.within(which);
    }

    /** Ends the primitive, however it went. */
    void end(boolean timed) {
        trace.ends();
        if (timed) {
            long tookNanos = ticker.nanoTime() - state[START];
            long ownNanos = Math.max(0, tookNanos - (counters.accountedNanos() - state[ACCOUNTED_BEFORE]));
            counters.addCommunicating(ownNanos > LONGEST_NANOS ? ownNanos : state[WEIGHT] * ownNanos);
            state[WEIGHT] = 0;
        }
    }
}
