package org.moide.balance.loan;

/** An estimate of how long another member takes to answer a message, from the sending to the answer. */
public final class AnswerTime {
    private long nanos;

    /**
     * Adjusts the estimate to the time from the first sending of a message to its answer. A slow answer raises the
     * estimate at once, a fast one lowers it by half the difference.
     */
    public void observe(long sinceNanos) {
        nanos = sinceNanos > nanos ? sinceNanos : (nanos + sinceNanos) / 2;
    }

    /** Returns the estimated answer time; 0 before the first answer. */
    public long nanos() {
        return nanos;
    }
}
