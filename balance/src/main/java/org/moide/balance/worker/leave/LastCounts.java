package org.moide.balance.worker.leave;

import java.io.Serializable;

/**
 * The final counts of a leaving process's messages to and from others, when none can be sent any more.
 *
 * @param sentAfterEven how many of the messages in {@code sent} were sent while the sender's last cut (snapshot) had an
 *     even number; the other three counts have similar meanings
 */
public record LastCounts(
        long sent, long received, long sentAfterEven, long sentAfterOdd, long receivedAfterEven, long receivedAfterOdd)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Returns the number of messages from senders whose last passed cut (snapshot) was this one. */
    public long sentAfter(int cut) {
        return (cut & 1) == 0 ? sentAfterEven : sentAfterOdd;
    }

    public long receivedAfter(int cut) {
        return (cut & 1) == 0 ? receivedAfterEven : receivedAfterOdd;
    }
}
