package org.moide.balance.simulation;

import org.moide.commlib.sim.Latency;

/**
 * The network between simulated members, and the cost of messages.
 *
 * @param latencyNanos the time that a small message between two members takes; chance adds up to a tenth
 * @param bytesPerSecond the bandwidth with which a member sends; its messages are sent one after the other
 * @param handlingNanos the time that a control thread needs for a message; it handles one after the other
 * @param farNanos the additional time of a message between two sites
 */
public record Interconnect(long latencyNanos, double bytesPerSecond, long handlingNanos, long farNanos) {
    /**
     * A gigabit Ethernet: 100 µs for a message, as measured for a call between two control threads, and 10 µs to
     * receive it, decide, and answer.
     */
    public static final Interconnect USUAL = new Interconnect(100_000, 125e6, 10_000);

    /** Makes a network between members of a single site. */
    public Interconnect(long latencyNanos, double bytesPerSecond, long handlingNanos) {
        this(latencyNanos, bytesPerSecond, handlingNanos, 0);
    }

    public Interconnect {
        if (latencyNanos < 1
                || !(bytesPerSecond >= 1)
                || Double.isInfinite(bytesPerSecond)
                || handlingNanos < 0
                || farNanos < 0) {
            throw new IllegalArgumentException("expected a latency of at least 1 ns, at least 1 byte per second and no"
                    + " less than 0 ns for a message and between sites, found " + latencyNanos + " ns, "
                    + bytesPerSecond
                    + " B/s, " + handlingNanos + " ns and " + farNanos + " ns");
        }
    }

    /** Returns the distribution of the times that messages take. */
    public Latency latency() {
        return new Latency(latencyNanos, latencyNanos + latencyNanos / 10, bytesPerSecond);
    }
}
