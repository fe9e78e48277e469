package org.moide.balance.simulation;

/**
 * A histogram of the work of all threads over time. The end of the run is not known beforehand, so the intervals double
 * in length whenever the time exceeds them.
 */
final class BusyTimeline {
    private static final int STRETCHES = 256;

    private final double[] busyNanos = new double[STRETCHES];
    private long stretchNanos = 1_000;

    /** Adds the time for which a thread of this power was busy. */
    void add(long fromNanos, long toNanos, double power) {
        while (toNanos > STRETCHES * stretchNanos) {
            halve();
        }
        long from = fromNanos;
        while (from < toNanos) {
            int stretch = (int) (from / stretchNanos);
            long end = Math.min(toNanos, (stretch + 1) * stretchNanos);
            busyNanos[stretch] += (end - from) * power;
            from = end;
        }
    }

    private void halve() {
        for (int stretch = 0; stretch < STRETCHES / 2; stretch++) {
            busyNanos[stretch] = busyNanos[2 * stretch] + busyNanos[2 * stretch + 1];
        }
        for (int stretch = STRETCHES / 2; stretch < STRETCHES; stretch++) {
            busyNanos[stretch] = 0;
        }
        stretchNanos *= 2;
    }

    /**
     * Returns, for {@code points} equal intervals from 0 to {@code endNanos}, the share of the total {@code power} that
     * was busy.
     */
    double[] shares(int points, long endNanos, double power) {
        double[] shares = new double[points];
        double pointNanos = (double) endNanos / points;
        for (int point = 0; point < points; point++) {
            double sum = between(point * pointNanos, (point + 1) * pointNanos);
            shares[point] = Math.min(1, sum / (pointNanos * power));
        }
        return shares;
    }

    private double between(double fromNanos, double toNanos) {
        double sum = 0;
        int last = (int) Math.min(STRETCHES - 1.0, toNanos / stretchNanos);
        for (int stretch = (int) (fromNanos / stretchNanos); stretch <= last; stretch++) {
            double overlap = Math.min(toNanos, (stretch + 1.0) * stretchNanos)
                    - Math.max(fromNanos, (double) stretch * stretchNanos);
            sum += busyNanos[stretch] * Math.max(0, overlap) / stretchNanos;
        }
        return sum;
    }
}
