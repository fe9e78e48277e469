package org.moide.commlib.carrier;

import org.moide.commlib.port.Ticker;

/**
 * The decision whether a thread that waits on a connection polls for a while before it blocks. All connections of a
 * process share one policy. Any thread may use it.
 */
public final class PollPolicy {
    private final Ticker ticker;
    private final int processors;
    private volatile boolean crowded;

    /**
     * Creates a policy that polls until {@link #computeThreads} reports more threads than processors.
     *
     * @param processors the processors of this JVM; with only one, a polling thread would keep the awaited thread
     * from running
     */
    public PollPolicy(Ticker ticker, int processors) {
        this.ticker = ticker;
        this.processors = processors;
    }

    /**
     * Sets how many compute threads of all engines share this machine's processors. If there are more threads than
     * processors, connections block at once.
     */
    public void computeThreads(int onThisMachine) {
        crowded = onThisMachine > processors;
    }

    boolean mayPoll() {
        return processors > 1 && !crowded;
    }

    long nanoTime() {
        return ticker.nanoTime();
    }
}
