package org.moide.balance.loan;

/** The time that another member takes to answer, of late: its own work, and the messages before ours, count too. */
public final class AnswerTime {
    private long nanos;

    /**
     * Takes the time from the first sending of a message to its answer. A late answer counts at once, early ones little
     * by little.
     */
    void observe(long sinceNanos) {
        nanos = sinceNanos > nanos ? sinceNanos : (nanos + sinceNanos) / 2;
    }

    /** 0 if none has come. */
    long nanos() {
        return nanos;
    }
}
