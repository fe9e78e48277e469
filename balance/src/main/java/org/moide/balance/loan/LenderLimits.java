package org.moide.balance.loan;

/**
 * A lender's limits.
 *
 * @param bundleBytes how many bytes of tasks one answer carries, at most, unless a single task is larger
 * @param bundleTasks how many tasks one answer carries, at most
 */
public record LenderLimits(long bundleBytes, int bundleTasks) {
    /**
     * 1 MiB, a chunk of the transport: well under its cap per request. 65,536 tasks: more would not be balanced any
     * better, and take milliseconds to decode.
     */
    public static final LenderLimits DEFAULT = new LenderLimits(1 << 20, 1 << 16);

    public LenderLimits {
        if (bundleBytes < 1 || bundleTasks < 1) {
            throw new IllegalArgumentException(
                    "expected at least 1 byte and 1 task a bundle, found " + bundleBytes + " and " + bundleTasks);
        }
    }
}
