package org.moide.commlib.gate;

import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLongArray;
import org.moide.commlib.handshake.Refusal;

/**
 * Counts of what came to a gate: strangers are counted, not reported one by one, so that they cannot fill a log. Any
 * thread.
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

    /** Connections accepted. */
    public long arrivals() {
        return counts.get(ARRIVED);
    }

    /** Connections that did not prove themselves in time, or made room for newer ones. */
    public long timedOut() {
        return counts.get(TIMED_OUT);
    }

    /** Connections that broke off, or sent what is no message of the handshake. */
    public long malformed() {
        return counts.get(MALFORMED);
    }

    /** Connections that ended with this verdict; {@link Refusal#NONE}: that were let in. */
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
