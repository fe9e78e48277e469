package org.moide.commlib.sim;

import org.moide.commlib.port.Ticker;

/**
 * The elapsed time of one simulated node. It counts from a moment of its own, so that comparing two nodes' values shows as the
 * mistake it is.
 *
 * @param queue what moves it on
 * @param offsetNanos what it shows at the start of the simulation
 */
public record NodeClock(EventQueue queue, long offsetNanos) implements Ticker {
    @Override
    public long nanoTime() {
        return queue.nanoTime() + offsetNanos;
    }

    /** Plans an event at a time of this clock; what is already past happens now. */
    public Event at(long atNanos, String what, Runnable action) {
        return queue.at(atNanos - offsetNanos, what, action);
    }
}
