package org.moide.samples.programs.radiosity;

import java.io.Serializable;

/**
 * A square part of a surface: of 2^level × 2^level such parts, the one in column x and row y. Immutable.
 *
 * @param surface the surface's number
 */
record Place(int surface, int level, int x, int y) implements Serializable {
    private static final long serialVersionUID = 1L;

    static Place whole(int surface) {
        return new Place(surface, 0, 0, 0);
    }

    /** One of its quarters, 0 to 3. */
    Place quarter(int number) {
        return new Place(surface, level + 1, 2 * x + (number & 1), 2 * y + (number >> 1));
    }

    /** Which quarter of its ancestor on {@code ancestorLevel} it lies in. */
    int quarterBelow(int ancestorLevel) {
        int shift = level - ancestorLevel - 1;
        return (x >> shift & 1) + 2 * (y >> shift & 1);
    }

    double u(double part) {
        return (x + part) / (1 << level);
    }

    double v(double part) {
        return (y + part) / (1 << level);
    }

    /** Which part of the surface's area it is. */
    double share() {
        return 1.0 / ((long) (1 << level) << level);
    }
}
