package org.moide.samples.programs.quadrature;

import java.io.Serializable;

/**
 * A sum of areas. It is kept in two parts, so that the order of addition affects only its very last bits.
 *
 * @param sum the sum, rounded after each addition
 * @param lost the sum of what was lost by this rounding
 * @param intervals the number of intervals that were compared with their two halves
 */
public record Area(double sum, double lost, long intervals) implements Serializable {
    private static final long serialVersionUID = 1L;

    static final Area NONE = new Area(0.0, 0.0, 0);

    double value() {
        return sum + lost;
    }

    /**
     * Returns the sum of both areas. What rounding loses is computed exactly by Knuth's method for the addition of two
     * numbers.
     */
    Area add(Area other) {
        double total = sum + other.sum;
        double back = total - sum;
        double rounded = (sum - (total - back)) + (other.sum - back);
        return new Area(total, lost + other.lost + rounded, intervals + other.intervals);
    }
}
