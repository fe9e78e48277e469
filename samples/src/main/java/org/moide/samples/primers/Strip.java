package org.moide.samples.primers;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A strip of the plate, which is a worker's state: some columns, with one more column on both sides and one more row
 * above and below. Used by one thread at a time.
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

    /**
     * The array for the values of the next step. It is not sent when the strip moves, since its content is not needed.
     */
    private transient double @Nullable [] next;

    /** Creates a strip with its initial values. */
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

    /** Returns the number of steps that the strip has made. */
    int step() {
        return step;
    }

    boolean isDone() {
        return step == heat.steps();
    }

    /** Takes over the border that a neighbour has sent. */
    void take(Border border) {
        int column = border.from() == Border.Side.LEFT ? 0 : columns + 1;
        for (int row = 0; row < border.rows(); row++) {
            now[(row + 1) * width + column] = border.heat(row);
        }
    }

    /** Returns the border to send to the neighbour on this side. */
    Border borderFor(Border.Side neighbour) {
        boolean left = neighbour == Border.Side.LEFT;
        double[] column = new double[heat.size()];
        for (int row = 0; row < column.length; row++) {
            column[row] = now[(row + 1) * width + (left ? 1 : columns)];
        }
        return new Border(left ? Border.Side.RIGHT : Border.Side.LEFT, column);
    }

    /** Computes the next step. The columns of the neighbours on both sides must be those of the present step. */
    void compute() {
        double[] into = next == null ? new double[now.length] : requireNonNull(next);
        for (int row = 1; row <= heat.size(); row++) {
            Heat.stepRow(now, into, row * width, width);
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
        return now[(row + 1) * width + column - from + 1];
    }

    /** Returns the largest difference of a point from the initial wave multiplied by {@code faded}. */
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
