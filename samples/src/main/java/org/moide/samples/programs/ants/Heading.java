package org.moide.samples.programs.ants;

/**
 * The eight directions from a cell to its neighbours, as numbers: 0 is to the right, and the others follow clockwise.
 */
final class Heading {
    static final int COUNT = 8;

    private static final int HALF = COUNT / 2;

    private Heading() {}

    /** Returns by how many cells one goes to the right in this direction: −1, 0 or 1. */
    static int dx(int heading) {
        return switch (heading) {
            case 0, 1, 7 -> 1;
            case 3, 4, 5 -> -1;
            default -> 0;
        };
    }

    /** Returns by how many cells one goes down in this direction: −1, 0 or 1. */
    static int dy(int heading) {
        return switch (heading) {
            case 1, 2, 3 -> 1;
            case 5, 6, 7 -> -1;
            default -> 0;
        };
    }

    /**
     * Returns the direction of a step of {@code dx} cells to the right and {@code dy} cells down, which must not both
     * be 0.
     */
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
