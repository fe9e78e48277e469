package org.moide.samples.primers;

import org.moide.samples.picture.Palette;

/**
 * Draws a picture of a plate. The highest temperature at the start is drawn nearly white, 0 black, and temperatures
 * below 0 blue. If the grid is finer than the picture, the picture shows rows and columns of the grid at equal
 * distances; if the grid is coarser, the picture is interpolated. Used by one thread.
 */
final class Plate {
    /** The side of the picture in pixels. */
    static final int SIDE = 800;

    private final int size;
    /** How many of the grid's rows, and of its columns, the picture shows. */
    private final int shown;

    private final double[] heat;

    /** Gives the heat at each point of a grid. */
    @FunctionalInterface
    interface Grid {
        double at(int row, int column);
    }

    Plate(int size) {
        this.size = size;
        this.shown = Math.min(size, SIDE);
        this.heat = new double[shown * shown];
    }

    /** Returns which row of the grid is shown as row number {@code number} of the shown rows. */
    private int shownRow(int number) {
        return (int) ((number + 0.5) * size / shown);
    }

    /**
     * Returns the number, among the shown rows, of the first shown row that is row {@code row} of the grid or a later
     * one.
     */
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

    /** Returns the number of values that {@link #seen} returns for these rows of the grid. */
    int seenCount(int from, int rows) {
        return (firstShownFrom(from + rows) - firstShownFrom(from)) * shown;
    }

    /**
     * Returns those values of some rows of the grid that the picture shows.
     *
     * @param from the first of these rows
     * @param rows the number of rows
     */
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

    /** Returns the red, green and blue values of each pixel. */
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
     * Returns where a pixel's centre lies among the shown rows, or among the shown columns. The results −1 and {@code
     * shown} stand for the plate's edges.
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
