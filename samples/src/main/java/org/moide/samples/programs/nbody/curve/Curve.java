package org.moide.samples.programs.nbody.curve;

/**
 * Computes keys along two space-filling curves through a cube, with 21 bits for each axis. Morton's curve is the
 * depth-first order of an octree's cells, and fast to compute. Hilbert's curve visits the same cells, but the children
 * of a cell in another order, and it never jumps. Places that are near each other on it are near each other in space,
 * so its parts are compact domains.
 */
public final class Curve {
    public static final int BITS = 21;
    private static final int MOST = (1 << BITS) - 1;

    private Curve() {}

    /** Returns a coordinate as a number of 21 bits, within a cube of {@code side} that begins at {@code low}. */
    public static int part(double value, double low, double side) {
        if (!(side > 0.0)) {
            return 0;
        }
        double part = (value - low) / side * (MOST + 1.0);
        return (int) Math.max(0.0, Math.min(MOST, part));
    }

    /** Returns the bits of the three coordinates, interleaved, x first. */
    public static long morton(int x, int y, int z) {
        return spread(x) << 2 | spread(y) << 1 | spread(z);
    }

    /**
     * Returns the position of a place on Hilbert's curve, that is, the distance along the curve, by Skilling's method
     * (2004).
     */
    public static long hilbert(int x, int y, int z) {
        int a = x;
        int b = y;
        int c = z;
        // Without branches, because the processor could not predict them.
        for (int shift = BITS - 1; shift > 0; shift--) {
            int below = (1 << shift) - 1;
            a ^= below & -(a >> shift & 1);
            int flipB = -(b >> shift & 1);
            int swapB = (a ^ b) & below & ~flipB;
            a ^= swapB ^ (below & flipB);
            b ^= swapB;
            int flipC = -(c >> shift & 1);
            int swapC = (a ^ c) & below & ~flipC;
            a ^= swapC ^ (below & flipC);
            c ^= swapC;
        }
        b ^= a;
        c ^= b;
        int flip = 0;
        for (int shift = BITS - 1; shift > 0; shift--) {
            flip ^= (1 << shift) - 1 & -(c >> shift & 1);
        }
        return morton(a ^ flip, b ^ flip, c ^ flip);
    }

    /** Inserts two zeros between each two bits. */
    private static long spread(int value) {
        long bits = value & 0x1fffffL;
        bits = (bits | bits << 32) & 0x1f00000000ffffL;
        bits = (bits | bits << 16) & 0x1f0000ff0000ffL;
        bits = (bits | bits << 8) & 0x100f00f00f00f00fL;
        bits = (bits | bits << 4) & 0x10c30c30c30c30c3L;
        return (bits | bits << 2) & 0x1249249249249249L;
    }
}
