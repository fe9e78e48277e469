package org.moide.monitor.power;

/**
 * The computation by which hosts are compared: half floating point (attraction of points, with a square root and a
 * division each, as in N-body and ray tracing), half integers and memory (a hashed walk over 256 KiB, as in search).
 * One <em>round</em> is 16 attractions and 16 steps of the walk. The rate is measured in million rounds per second of
 * the thread's processor time, 3 to 10 on a processor of today; power is this rate divided by {@link #ROUNDS_OF_ONE}.
 *
 * <p>Not thread-safe; each measurement has its own.
 */
public final class PowerKernel {
    /** The million rounds per second of a processor with power 1. It must never change, since indices are compared. */
    public static final double ROUNDS_OF_ONE = 8;

    private static final int POINTS = 16;
    /**
     * The length of the table: 64 Ki ints are 256 KiB, more than the first-level cache and less than most second-level
     * caches.
     */
    private static final int TABLE = 1 << 16;

    private final double[] x = new double[POINTS];
    private final double[] y = new double[POINTS];
    private final int[] table = new int[TABLE];
    private double forceX;
    private double forceY;
    private int place;

    public PowerKernel() {
        for (int i = 0; i < POINTS; i++) {
            x[i] = Math.cos(i);
            y[i] = Math.sin(i * 1.5);
        }
        int value = 0x2545F491;
        for (int i = 0; i < TABLE; i++) {
            value ^= value << 13;
            value ^= value >>> 17;
            value ^= value << 5;
            table[i] = value;
        }
    }

    /** Computes this many rounds of the kernel. */
    public void run(int rounds) {
        for (int round = 0; round < rounds; round++) {
            attract(round & (POINTS - 1));
            walk();
        }
    }

    private void attract(int self) {
        double sumX = 0;
        double sumY = 0;
        for (int other = 0; other < POINTS; other++) {
            double dx = x[other] - x[self];
            double dy = y[other] - y[self];
            double squared = dx * dx + dy * dy + 0.01;
            double strength = 1 / (squared * Math.sqrt(squared));
            sumX += dx * strength;
            sumY += dy * strength;
        }
        forceX = 0.5 * forceX + sumX;
        forceY = 0.5 * forceY + sumY;
    }

    private void walk() {
        int at = place;
        for (int step = 0; step < 16; step++) {
            int value = table[at & (TABLE - 1)];
            value ^= value << 13;
            value ^= value >>> 17;
            value ^= value << 5;
            table[at & (TABLE - 1)] = value;
            at = value + step;
        }
        place = at;
    }

    /**
     * Returns a value that depends on all work done so far, so that no compiler may skip any of it. It is the same on
     * every host.
     */
    public long checksum() {
        return Double.doubleToLongBits(forceX) * 31 + Double.doubleToLongBits(forceY) + place;
    }
}
