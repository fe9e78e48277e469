package org.moide.samples.primers;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A strip of the plate: some columns, with a column more at both sides and a row more above and below; a worker's
 * state. One thread at a time.
 */
final class Strip implements Serializable {
    private static final long serialVersionUID = 1L;

    private final StripOptions options;
    private final Heat heat;
    private final int from;
    private final int columns;
    private final int width;
    private int step;
    private double[] now;

    /** Room for the next step, which need not travel. */
    private transient double @Nullable [] next;

    /** Makes the strip as it is at the beginning. */
    Strip(StripOptions options, int number) {
        this.options = options;
        this.heat = options.heat();
        this.from = options.firstColumn(number);
        this.columns = options.firstColumn(number + 1) - from;
        this.width = columns + 2;
        this.now = new double[(heat.size() + 2) * width];
        for (int row = 1; row <= heat.size(); row++) {
            double height = heat.sine(row);
            for (int column = 1; column <= columns; column++) {
                now[row * width + column] = height * heat.sine(from + column);
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

    /** The number of steps it has made. */
    int step() {
        return step;
    }

    boolean isDone() {
        return step == heat.steps();
    }

    /** Takes over what a neighbour said. */
    void take(Border border) {
        int column = border.from() == Border.Side.LEFT ? 0 : columns + 1;
        for (int row = 0; row < border.rows(); row++) {
            now[(row + 1) * width + column] = border.heat(row);
        }
    }

    /** The border to tell the neighbour at this side. */
    Border borderFor(Border.Side neighbour) {
        boolean left = neighbour == Border.Side.LEFT;
        double[] column = new double[heat.size()];
        for (int row = 0; row < column.length; row++) {
            column[row] = now[(row + 1) * width + (left ? 1 : columns)];
        }
        return new Border(left ? Border.Side.RIGHT : Border.Side.LEFT, column);
    }

    /** Makes a step; the columns at both sides must be those of the step before. */
    void compute() {
        double[] into = next == null ? new double[now.length] : requireNonNull(next);
        for (int row = 1; row <= heat.size(); row++) {
            Heat.stepRow(now, into, row * width, width);
        }
        next = now;
        now = into;
        step++;
    }

    /** The heat at a point, of a column of this strip; counted from 0, without the edges. */
    double heat(int row, int column) {
        return now[(row + 1) * width + column - from + 1];
    }

    /** The largest difference from the wave that began, faded to this. */
    double errorOf(double faded) {
        double error = 0.0;
        for (int row = 1; row <= heat.size(); row++) {
            double height = heat.sine(row);
            for (int column = 1; column <= columns; column++) {
                double wave = height * heat.sine(from + column);
                error = Math.max(error, Math.abs(now[row * width + column] - faded * wave));
            }
        }
        return error;
    }
}
