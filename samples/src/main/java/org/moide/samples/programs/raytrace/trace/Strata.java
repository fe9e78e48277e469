package org.moide.samples.programs.raytrace.trace;

/**
 * The random numbers of a pixel's paths. For each choice that paths make, the numbers of all paths of the pixel are
 * evenly distributed, and independent of those for other choices. They are computed from the pixel, the path and the
 * number of the choice, so a path is the same on any thread. Each thread has an object of its own.
 */
final class Strata {
    private final int paths;
    /**
     * The number of columns, and of rows, of a grid with at most as many cells as there are paths. Each cell gets one
     * path; paths that are left over are placed at random.
     */
    private final int side;

    private final int mask;
    private long pixel;
    private int path;
    private int choice;
    double first;
    double second;

    Strata(int paths) {
        this.paths = paths;
        side = (int) Math.sqrt(paths);
        mask = Integer.highestOneBit(Math.max(1, paths - 1)) * 2 - 1;
    }

    /**
     * Begins a path, or continues one.
     *
     * @param made the number of choices that the path has made so far
     */
    void begin(long pixelSeed, int number, int made) {
        pixel = pixelSeed;
        path = number;
        choice = made;
    }

    /** Returns the random number for the path's next choice, at least 0 and below 1. */
    double next() {
        long seed = Noise.scatter(pixel + 0x632BE59BD9B4E019L * ++choice);
        return (place(seed) + inside(seed)) / paths;
    }

    /** Makes the path's next choice, a place in a square, and sets {@link #first} and {@link #second} to it. */
    void pair() {
        long seed = Noise.scatter(pixel + 0x632BE59BD9B4E019L * ++choice);
        int place = place(seed);
        first = inside(seed);
        second = inside(~seed);
        if (place < side * side) {
            first = (place % side + first) / side;
            int row = place / side;
            second = (row + second) / side;
        }
    }

    /**
     * Makes the path's next choice, a place in a disc, and sets {@link #first} and {@link #second} to it, from −1 to 1.
     */
    void disc() {
        pair();
        double x = 2 * first - 1;
        double y = 2 * second - 1;
        // Rings of the square become rings of the disc, so equal areas stay equal.
        if (Math.abs(x) > Math.abs(y)) {
            double angle = Math.PI / 4 * (y / x);
            first = x * StrictMath.cos(angle);
            second = x * StrictMath.sin(angle);
        } else if (y != 0) {
            double angle = Math.PI / 4 * (x / y);
            first = y * StrictMath.sin(angle);
            second = y * StrictMath.cos(angle);
        } else {
            first = 0;
            second = 0;
        }
    }

    private double inside(long seed) {
        return Noise.fraction(Noise.scatter(seed ^ (0x58F8D5B3A7C1E265L * (path + 1))));
    }

    /**
     * Returns the place of this path among all paths in a random order. To get a permutation, the path's number is
     * changed by reversible steps until the result is the number of a path.
     */
    private int place(long seed) {
        int first = (int) seed | 1;
        int second = (int) (seed >>> 32);
        int shift = (32 - Integer.numberOfLeadingZeros(mask)) >> 1;
        int place = path;
        do {
            place = (place ^ second) & mask;
            place = (place * first) & mask;
            place ^= place >>> (shift + 1);
            place = (place * 0x2C1B3C6D) & mask;
            place ^= place >>> (shift + 1);
            place = (place + second) & mask;
        } while (place >= paths);
        return place;
    }
}
