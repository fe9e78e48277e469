package org.moide.commlib.sim;

import org.moide.commlib.port.Ticker;

/**
 * The elapsed time of one simulated node. Each node's clock starts at another value, so that code which wrongly
 * compares the times of two nodes fails.
 *
 * @param queue the simulated time
 * @param offsetNanos the node's time at the start of the simulation
 */
public record NodeClock(EventQueue queue, long offsetNanos) implements Ticker {
    @Override
    public long nanoTime() {
        return queue.nanoTime() + offsetNanos;
    }

    /** Plans an event at a time of this clock; if it has passed, the event happens at the current time. */
    public Event at(long atNanos, String what, Runnable action) {
        return queue.at(atNanos - offsetNanos, what, action);
    }
}
