package org.moide.samples.programs.raytrace.trace;

/**
 * Points that fill a square or a disc evenly, one after the other (Roberts' R2 sequence), beginning at a point that
 * depends on a seed.
 */
final class Spread {
    /**
     * A power of the plastic number, for the first coordinate. Its multiples and those of the next constant, modulo 1,
     * fill the square evenly.
     */
    private static final double STEP_X = 0.7548776662466927;

    private static final double STEP_Y = 0.5698402909980532;

    private Spread() {}

    /** Returns the horizontal offset, from −1 to 1. */
    static double across(long seed, int step) {
        return 2 * Noise.wrap(Noise.fraction(seed) + step * STEP_X) - 1;
    }

    /** Returns the vertical offset, from −1 to 1. */
    static double above(long seed, int step) {
        return 2 * Noise.wrap(Noise.fraction(Noise.scatter(seed)) + step * STEP_Y) - 1;
    }

    /**
     * Maps a square to a disc nearly evenly, without sine and cosine. Returns one coordinate; the other one is the
     * result for (y, x).
     */
    static double onDisc(double x, double y) {
        return x * Math.sqrt(1 - y * y / 2);
    }

    /** Maps numbers that are evenly distributed over 0..1 to a triangular distribution over −1..1. */
    static double tent(double even) {
        return even < 0.5 ? Math.sqrt(2 * even) - 1 : 1 - Math.sqrt(2 - 2 * even);
    }

    /** Returns the seed for the points on a light. */
    static long ofLight(long pixelSeed, int light, int depth) {
        return Noise.scatter(pixelSeed ^ (long) light << 40 ^ (long) depth << 56);
    }
}
