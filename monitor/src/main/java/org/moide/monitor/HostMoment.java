package org.moide.monitor;

import org.moide.commlib.wire.ExtensibleRecord;

/**
 * A host's use in one interval of looking, a second as a rule.
 *
 * @param seconds how long the interval was
 * @param load processors that were busy
 * @param ourLoad the part of it that is ours
 * @param busiestProcessor how busy the busiest of them was, 0 to 1; NaN where that is not told
 * @param availableMemoryBytes at its end
 * @param receivedBytes by all networks but loopback, in a second
 * @param sentBytes as {@code receivedBytes}
 * @param pressure at its end
 */
public record HostMoment(
        double seconds,
        double load,
        double ourLoad,
        double busiestProcessor,
        long availableMemoryBytes,
        double receivedBytes,
        double sentBytes,
        Pressure pressure)
        implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;
}
