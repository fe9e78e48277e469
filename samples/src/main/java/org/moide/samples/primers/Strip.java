package org.moide.samples.primers;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A strip of the plate, which is a worker's state: some columns, with one more column on both sides and one more row
 * above and below. Each column is an array, since a strip is narrow and high, and its borders are columns. Used by one
 * thread at a time.
 */
final class Strip implements Serializable {
    private static final long serialVersionUID = 1L;

    private final StripOptions options;
    private final Heat heat;
    private final int from;
    private final int columns;
    private int step;
    private double[][] now;

    /**
     * The array for the values of the next step. It is not sent when the strip moves, since its content is not needed.
     */
    private transient double @Nullable [][] next;

    /** Creates a strip with its initial values. */
    Strip(StripOptions options, int number) {
        this.options = options;
        this.heat = options.heat();
        this.from = options.firstColumn(number);
        this.columns = options.firstColumn(number + 1) - from;
        this.now = new double[columns + 2][heat.size() + 2];
        for (int column = 1; column <= columns; column++) {
            double width = heat.sine(from + column);
            for (int row = 1; row <= heat.size(); row++) {
                now[column][row] = heat.sine(row) * width;
            }
        }
    }

    StripOptions options() {
        return options;
    }

    int from() {
        return from;
    }

    int columns() {
        return columns;
    }

    /** Returns the number of steps that the strip has made. */
    int step() {
        return step;
    }

    boolean isDone() {
        return step == heat.steps();
    }

    /** Takes over the border that a neighbour has sent. */
    void take(Border border) {
        double[] column = now[border.from() == Border.Side.LEFT ? 0 : columns + 1];
        for (int row = 0; row < border.rows(); row++) {
            column[row + 1] = border.heat(row);
        }
    }

    /** Returns the border to send to the neighbour on this side. */
    Border borderFor(Border.Side neighbour) {
        boolean left = neighbour == Border.Side.LEFT;
        double[] column = Arrays.copyOfRange(now[left ? 1 : columns], 1, heat.size() + 1);
        return new Border(left ? Border.Side.RIGHT : Border.Side.LEFT, column);
    }

    /** Computes the next step. The columns of the neighbours on both sides must be those of the present step. */
    void compute() {
        double[][] into = next == null ? new double[columns + 2][heat.size() + 2] : requireNonNull(next);
        Heat.Beside beside = new Heat.Beside(heat.size() + 2);
        for (int column = 1; column <= columns; column++) {
            beside.copy(now[column]);
            Heat.step(beside.previous, beside.following, now[column - 1], now[column + 1], now[column], into[column]);
        }
        next = now;
        now = into;
        step++;
    }

    /**
     * Returns the heat at a point of this strip. Rows and columns are those of the plate, counted from 0 without the
     * edges.
     */
    double heat(int row, int column) {
        return now[column - from + 1][row + 1];
    }

    /** Returns the largest difference of a point from the initial wave multiplied by {@code faded}. */
    double errorOf(double faded) {
        double error = 0.0;
        for (int column = 1; column <= columns; column++) {
            double width = heat.sine(from + column);
            for (int row = 1; row <= heat.size(); row++) {
                double wave = heat.sine(row) * width;
                error = Math.max(error, Math.abs(now[column][row] - faded * wave));
            }
        }
        return error;
    }
}
