package org.moide.samples.programs.ants;

/** The eight ways to a cell's neighbours, as numbers: 0 is to the right, and so on clockwise. */
final class Heading {
    static final int COUNT = 8;

    private static final int HALF = COUNT / 2;

    private Heading() {}

    /** The number of cells to the right that this way leads: −1, 0 or 1. */
    static int dx(int heading) {
        return switch (heading) {
            case 0, 1, 7 -> 1;
            case 3, 4, 5 -> -1;
            default -> 0;
        };
    }

    /** The number of cells down. */
    static int dy(int heading) {
        return switch (heading) {
            case 1, 2, 3 -> 1;
            case 5, 6, 7 -> -1;
            default -> 0;
        };
    }

    /** The way that leads so many cells to the right and down, of which one is not 0. */
    static int of(int dx, int dy) {
        if (dx == 0) {
            return dy > 0 ? 2 : 6;
        }
        return dx > 0 ? turned(0, dy) : turned(HALF, -dy);
    }

    static int turned(int heading, int eighths) {
        return Math.floorMod(heading + eighths, COUNT);
    }

    static int back(int heading) {
        return turned(heading, HALF);
    }
}
