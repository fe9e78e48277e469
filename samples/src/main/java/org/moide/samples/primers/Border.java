package org.moide.samples.primers;

import java.io.Serializable;

/** A border as a neighbour tells it: a column of the neighbour's points, from top to bottom. Immutable. */
final class Border implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The border that a strip tells itself if it has no neighbour whose borders make it go on. */
    static final Border NONE = new Border(Side.NOWHERE, new double[0]);

    enum Side {
        LEFT,
        RIGHT,
        NOWHERE
    }

    private final Side from;
    private final double[] heat;

    /**
     * The array is not to be changed after this.
     *
     * @param from where that neighbour is
     * @param heat empty from nobody
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
