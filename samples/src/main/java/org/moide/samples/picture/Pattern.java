package org.moide.samples.picture;

/**
 * Bayer's dither pattern, in which two colours are mixed: the numbers from 0 to 63 on 8 × 8 pixels, such that
 * successive numbers are far apart.
 */
public final class Pattern {
    private static final int SIDE_BITS = 3;

    private static final int NUMBERS = 1 << (2 * SIDE_BITS);

    private Pattern() {}

    /**
     * Returns the threshold of a pixel, between 0 and 1: pixels whose threshold is exceeded get the one colour, the
     * others the other one.
     */
    public static double at(int x, int y) {
        int number = 0;
        for (int bit = 0; bit < SIDE_BITS; bit++) {
            int column = x >> bit & 1;
            int row = y >> bit & 1;
            number = number << 2 | (column ^ row) << 1 | row;
        }
        return (number + 0.5) / NUMBERS;
    }
}
