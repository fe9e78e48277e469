package org.moide.samples.primers;

import java.io.Serializable;

/**
 * A border that a strip of the plate gets from a neighbour: a column of the neighbour's points, from top to bottom.
 * Immutable.
 */
final class Border implements Serializable {
    private static final long serialVersionUID = 1L;

    /**
     * The message with which a strip begins if it has no neighbour on the side whose first border makes strips begin.
     */
    static final Border NONE = new Border(Side.NOWHERE, new double[0]);

    enum Side {
        LEFT,
        RIGHT,
        NOWHERE
    }

    private final Side from;
    private final double[] heat;

    /**
     * Creates a border. The array must not be changed afterwards.
     *
     * @param from the side on which the neighbour is
     * @param heat the values of the neighbour's points; empty if there is no neighbour
     */
    Border(Side from, double[] heat) {
        this.from = from;
        this.heat = heat;
    }

    Side from() {
        return from;
    }

    int rows() {
        return heat.length;
    }

    double heat(int row) {
        return heat[row];
    }

    @Override
    public String toString() {
        return "border from " + from;
    }
}
