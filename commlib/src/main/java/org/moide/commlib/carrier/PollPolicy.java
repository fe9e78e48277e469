package org.moide.commlib.carrier;

import org.moide.commlib.port.Ticker;

/**
 * Whether a connection's waiting thread may stay on its processor for a while before it blocks. One for all connections of
 * a process. Any thread.
 */
public final class PollPolicy {
    private final Ticker ticker;
    private final int processors;
    private volatile boolean crowded;

    /**
     * Polls unless told that there are too many compute threads.
     *
     * @param processors of this JVM; with one, polling keeps from it the very thread that is waited for
     */
    public PollPolicy(Ticker ticker, int processors) {
        this.ticker = ticker;
        this.processors = processors;
    }

    /**
     * Tells how many compute threads, of all engines together, share this machine's processors. With more than there are
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
