package org.moide.samples.programs.quadrature;

import java.io.Serializable;

/**
 * A sum of areas, kept in two parts, so that it depends on the order of addition in its very last bits only.
 *
 * @param sum the sum, rounded after each addition
 * @param lost the sum of what was lost by rounding
 * @param intervals the number of intervals that were compared with their halves
 */
public record Area(double sum, double lost, long intervals) implements Serializable {
    private static final long serialVersionUID = 1L;

    static final Area NONE = new Area(0.0, 0.0, 0);

    double value() {
        return sum + lost;
    }

    /** Returns the sum of both areas, by Knuth's exact addition of two numbers. */
    Area add(Area other) {
        double total = sum + other.sum;
        double back = total - sum;
        double rounded = (sum - (total - back)) + (other.sum - back);
        return new Area(total, lost + other.lost + rounded, intervals + other.intervals);
    }
}
