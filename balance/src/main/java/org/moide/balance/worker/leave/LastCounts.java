package org.moide.balance.worker.leave;

import java.io.Serializable;

/**
 * The counts of what a process that leaves has sent to others and received from them, when nothing more can come or go.
 *
 * @param sentAfterEven of {@code sent}, by who had passed a cut of an even number; the others alike
 */
public record LastCounts(
        long sent, long received, long sentAfterEven, long sentAfterOdd, long receivedAfterEven, long receivedAfterOdd)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The number of messages sent by who had passed this cut and no later one. */
    public long sentAfter(int cut) {
        return (cut & 1) == 0 ? sentAfterEven : sentAfterOdd;
    }

    public long receivedAfter(int cut) {
        return (cut & 1) == 0 ? receivedAfterEven : receivedAfterOdd;
    }
}
