package org.moide.samples.programs.raytrace.trace;

/**
 * The numbers by which the paths of a pixel choose: evenly spread over all paths of the pixel for each choice, and
 * independent from choice to choice. They are worked out from the pixel, the path and the number of the choice, so a
 * path is the same whoever follows it. One object per thread.
 */
final class Strata {
    private final int paths;
    /** Paths that lie in a grid of so many columns and rows; those beyond it lie anywhere. */
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
     * Goes on with a path.
     *
     * @param made how many choices have been made
     */
    void begin(long pixelSeed, int number, int made) {
        pixel = pixelSeed;
        path = number;
        choice = made;
    }

    /** The next number, from 0 to below 1. */
    double next() {
        long seed = Noise.scatter(pixel + 0x632BE59BD9B4E019L * ++choice);
        return (place(seed) + inside(seed)) / paths;
    }

    /** Makes the next choice of a place in a square, which is then {@link #first} and {@link #second}. */
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

    /** Makes the next choice of a place in a disc, which is then {@link #first} and {@link #second}, from −1 to 1. */
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
     * The place of this path among all: each place is one path's. Steps that can be undone, until it is a path's
     * number.
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
