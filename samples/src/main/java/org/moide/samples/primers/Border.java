package org.moide.samples.primers;

import java.io.Serializable;

/**
 * What a strip is told by its neighbours: a column of the neighbour's points, from top to bottom.
 *
 * @param from where that neighbour is
 * @param heat empty from nobody
 */
record Border(Side from, double[] heat) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Who has no neighbour whose borders make it go on is told by itself. */
    static final Border NONE = new Border(Side.NOWHERE, new double[0]);

    enum Side {
        LEFT,
        RIGHT,
        NOWHERE
    }
}
