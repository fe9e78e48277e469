package org.moide.samples.programs.quadrature;

import java.io.Serializable;

/**
 * A sum of areas, kept in two parts so that it does not depend on the order of addition but in its very last bits.
 *
 * @param sum as it is when rounded after each addition
 * @param lost what that rounded off
 * @param intervals how many intervals were compared with their halves
 */
public record Area(double sum, double lost, long intervals) implements Serializable {
    private static final long serialVersionUID = 1L;

    static final Area NONE = new Area(0.0, 0.0, 0);

    double value() {
        return sum + lost;
    }

    /** Adds by Knuth's exact sum of two numbers. */
    Area add(Area other) {
        double total = sum + other.sum;
        double back = total - sum;
        double rounded = (sum - (total - back)) + (other.sum - back);
        return new Area(total, lost + other.lost + rounded, intervals + other.intervals);
    }
}
