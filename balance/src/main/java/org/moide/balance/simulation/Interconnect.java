package org.moide.balance.simulation;

import org.moide.commlib.sim.Latency;

/**
 * The interconnect between simulated members, and what messages cost them.
 *
 * @param latencyNanos what a small message takes from member to member, up to a tenth more by chance
 * @param bytesPerSecond what a member can send; its messages wait for each other
 * @param handlingNanos what a member's control thread takes for a message; messages wait for each other there too
 * @param farNanos what a message takes between sites more than within one
 */
public record Interconnect(long latencyNanos, double bytesPerSecond, long handlingNanos, long farNanos) {
    /**
     * Gigabit Ethernet with 100 µs, as a call of the control threads takes between two machines on it, and 10 µs for each
     * message: taking it, deciding, answering.
     */
    public static final Interconnect USUAL = new Interconnect(100_000, 125e6, 10_000);

    /** Makes one with one site. */
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

    /** The time that a message takes. */
    public Latency latency() {
        return new Latency(latencyNanos, latencyNanos + latencyNanos / 10, bytesPerSecond);
    }
}
