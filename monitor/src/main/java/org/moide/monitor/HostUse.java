package org.moide.monitor;

import org.moide.commlib.wire.ExtensibleRecord;

/**
 * The use of a host since its monitor began, as sums over time. The differences between two reports' sums are exact,
 * while the load of {@link HostReport} is smoothed.
 *
 * @param seconds how long the monitor has observed the host; 0 if the sums are unknown
 * @param others the processor seconds that other programs have used
 * @param ours the processor seconds that MOIDE's processes have used
 * @param wanted the processor seconds that other programs would have used if each of their runnable threads had had a
 *     processor
 */
public record HostUse(double seconds, double others, double ours, double wanted) implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    /** The use of a host that does not report it. */
    public static final HostUse UNKNOWN = new HostUse(0, 0, 0, 0);

    public HostUse {
        if (!(seconds >= 0) || !Double.isFinite(others) || !Double.isFinite(ours) || !Double.isFinite(wanted)) {
            throw new IllegalArgumentException("expected finite sums over some seconds, found " + others + ", " + ours
                    + " and " + wanted + " over " + seconds + " s");
        }
    }

    /** Returns the use with one more interval. */
    HostUse plus(HostUse more) {
        return new HostUse(seconds + more.seconds, others + more.others, ours + more.ours, wanted + more.wanted);
    }
}
