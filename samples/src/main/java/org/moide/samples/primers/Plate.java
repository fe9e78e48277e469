package org.moide.samples.primers;

import org.moide.samples.picture.Palette;

/**
 * The picture of a plate: the heat of the hottest point at the start is nearly white, 0 is black, and what is below is
 * blue. Of a fine grid it shows some rows and columns at equal distances; a coarse one it fills in. One thread.
 */
final class Plate {
    /** The side in pixels. */
    static final int SIDE = 800;

    private final int size;
    /** The number of the grid's rows, and columns, that are in the picture. */
    private final int shown;

    private final double[] heat;

    /** Heat at a point of the grid. */
    @FunctionalInterface
    interface Grid {
        double at(int row, int column);
    }

    Plate(int size) {
        this.size = size;
        this.shown = Math.min(size, SIDE);
        this.heat = new double[shown * shown];
    }

    /** The row of the grid that the picture shows as its n-th. */
    private int shownRow(int number) {
        return (int) ((number + 0.5) * size / shown);
    }

    /** The first that lies in this row of the grid or below. */
    private int firstShownFrom(int row) {
        int number = (int) ((long) row * shown / size);
        while (number > 0 && shownRow(number - 1) >= row) {
            number--;
        }
        while (number < shown && shownRow(number) < row) {
            number++;
        }
        return number;
    }

    /** The number of values that {@link #seen} has for these rows of the grid. */
    int seenCount(int from, int rows) {
        return (firstShownFrom(from + rows) - firstShownFrom(from)) * shown;
    }

    /** The values that the picture shows of some rows of the grid. */
    double[] seen(int from, int rows, Grid grid) {
        double[] seen = new double[seenCount(from, rows)];
        int first = firstShownFrom(from);
        for (int i = 0; i < seen.length; i++) {
            seen[i] = grid.at(shownRow(first + i / shown), shownRow(i % shown));
        }
        return seen;
    }

    void put(int from, double[] seen) {
        System.arraycopy(seen, 0, heat, firstShownFrom(from) * shown, seen.length);
    }

    /** Red, green and blue of each pixel. */
    byte[] draw() {
        byte[] rgb = new byte[3 * SIDE * SIDE];
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                double tone = 0.5 + 0.5 * between(place(y), place(x));
                Palette.COLD_AND_HOT.write(tone, x, y, rgb, 3 * (y * SIDE + x));
            }
        }
        return rgb;
    }

    /**
     * The place of a pixel's middle in the rows, or columns, that are shown; −1 and {@code shown} are the plate's
     * edges.
     */
    private double place(int pixel) {
        return (pixel + 0.5) / SIDE * (shown + 1) - 1.0;
    }

    private double between(double row, double column) {
        int above = (int) Math.floor(row);
        int left = (int) Math.floor(column);
        double below = row - above;
        double right = column - left;
        return (1.0 - below) * ((1.0 - right) * heat(above, left) + right * heat(above, left + 1))
                + below * ((1.0 - right) * heat(above + 1, left) + right * heat(above + 1, left + 1));
    }

    private double heat(int row, int column) {
        boolean isInside = row >= 0 && row < shown && column >= 0 && column < shown;
        return isInside ? heat[row * shown + column] : 0.0;
    }
}
