package org.moide.commlib.message.endpoint;

import org.moide.commlib.message.CommCounters;
import org.moide.commlib.message.Primitive;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.trace.ThreadTrace;

/**
 * Measures how long a thread's primitives take without waiting: copying, encoding, writing, reading. Reading the clock
 * takes longer than a short primitive, so of calls that move little data one in sixteen is timed and counts sixteen
 * times. Each call that moves much data is timed, and so is the first call of each primitive, which opens connections
 * and loads classes. Belongs to one thread.
 */
final class PrimitiveTimer {
    /** The length from which each call is timed: copying it takes longer than reading the clock twice. */
    private static final long MUCH_BYTES = 4096;

    private static final int ONE_OF = 16;

    /**
     * The index, among sixteen calls, of the one that is timed. It is in the middle, since the first calls are slower
     * than the average.
     */
    private static final int TIMED_ONE = 8;

    /**
     * The longest measured time that is multiplied by sixteen. If a call took longer, something delayed this call and
     * not the other fifteen.
     */
    private static final long LONGEST_NANOS = 50_000;

    /**
     * The padding between the data that this thread writes in each primitive and the data of other threads, as in
     * {@link CommCounters}.
     */
    private static final int APART = 16;

    private static final int CALLS = APART;
    private static final int WEIGHT = APART + 1; // the factor of the call being timed; 0 if none is
    private static final int START = APART + 2;
    private static final int ACCOUNTED_BEFORE = APART + 3;
    private static final int SEEN = APART + 4; // one bit for each primitive that was called

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
     * Begins a call of a primitive; decides whether the call is timed.
     *
     * @param which the primitive to whose waiting time the waits of the call are added
     * @param bytes the bytes that the call moves, as far as known
     * @return whether it is timed; to be passed to {@link #end}
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
            return false; // the outer primitive counts the time of this one
        }
        state[SEEN] |= bit;
        state[WEIGHT] = alone ? 1 : ONE_OF;
        state[ACCOUNTED_BEFORE] = counters.accountedNanos();
        state[START] = ticker.nanoTime();
        return true;
    }

    /** Adds the following waits to this primitive's waiting time, without timing the primitive itself. */
    void within(Primitive which) {
        counters.within(which);
    }

    /** Ends the call of a primitive, also after an exception; adds its time if it was timed. */
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
