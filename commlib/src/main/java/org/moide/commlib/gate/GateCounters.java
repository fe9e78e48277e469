package org.moide.commlib.gate;

import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLongArray;
import org.moide.commlib.handshake.Refusal;

/**
 * Counters of the connections at a gate. Connections of strangers are counted, not logged one by one, so that they
 * cannot fill a log. Any thread may call it.
 */
public final class GateCounters {
    private static final int ARRIVED = 0;
    private static final int TIMED_OUT = 1;
    private static final int MALFORMED = 2;
    private static final int ACCEPT_FAILED = 3;
    private static final int VERDICTS = 4;

    private final AtomicLongArray counts = new AtomicLongArray(VERDICTS + Refusal.values().length);

    GateCounters() {}

    void arrived() {
        counts.incrementAndGet(ARRIVED);
    }

    void dropped(Throwable why) {
        counts.incrementAndGet(why instanceof TimeoutException ? TIMED_OUT : MALFORMED);
    }

    void acceptFailed() {
        counts.incrementAndGet(ACCEPT_FAILED);
    }

    void judged(Refusal verdict) {
        counts.incrementAndGet(VERDICTS + verdict.code());
    }

    /** Returns the number of accepted connections. */
    public long arrivals() {
        return counts.get(ARRIVED);
    }

    /**
     * Returns the number of connections that were dropped because they did not prove themselves in time, or made room
     * for newer ones.
     */
    public long timedOut() {
        return counts.get(TIMED_OUT);
    }

    /** Returns the number of connections that broke off, or sent bytes that are not a message of the handshake. */
    public long malformed() {
        return counts.get(MALFORMED);
    }

    /**
     * Returns the number of connections that ended with a verdict; for {@link Refusal#NONE}, the number of admitted
     * ones.
     */
    public long verdicts(Refusal verdict) {
        return counts.get(VERDICTS + verdict.code());
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("arrived " + arrivals() + ", timed out " + timedOut() + ", malformed "
                + malformed() + ", accept failed " + counts.get(ACCEPT_FAILED));
        for (Refusal verdict : Refusal.values()) {
            text.append(", ").append(verdict).append(' ').append(verdicts(verdict));
        }
        return text.toString();
    }
}
