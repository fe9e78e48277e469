package org.moide.samples.programs.nbody;

import java.io.Serializable;

/** The smallest box around some bodies. If there are no bodies, its lower bounds are above the upper ones. */
record Extent(double lowX, double lowY, double lowZ, double highX, double highY, double highZ) implements Serializable {
    private static final long serialVersionUID = 1L;

    /**
     * The number by which the longest side of a box is divided. Bodies may be this far outside of a box that still
     * counts as holding them.
     */
    private static final double SPARE = 8.0;

    static Extent of(Bodies bodies, int from, int end) {
        double lowX = Double.POSITIVE_INFINITY;
        double lowY = Double.POSITIVE_INFINITY;
        double lowZ = Double.POSITIVE_INFINITY;
        double highX = Double.NEGATIVE_INFINITY;
        double highY = Double.NEGATIVE_INFINITY;
        double highZ = Double.NEGATIVE_INFINITY;
        for (int i = from; i < end; i++) {
            lowX = Math.min(lowX, bodies.x[i]);
            lowY = Math.min(lowY, bodies.y[i]);
            lowZ = Math.min(lowZ, bodies.z[i]);
            highX = Math.max(highX, bodies.x[i]);
            highY = Math.max(highY, bodies.y[i]);
            highZ = Math.max(highZ, bodies.z[i]);
        }
        return new Extent(lowX, lowY, lowZ, highX, highY, highZ);
    }

    /**
     * Returns the bounds as numbers. The upper bounds are negated, so that the minimum over several boxes gives the
     * bounds of the box around all of them.
     */
    double[] bounds() {
        return new double[] {lowX, lowY, lowZ, -highX, -highY, -highZ};
    }

    /** Returns the box for bounds that {@link #bounds} has returned. */
    static Extent ofBounds(double[] bounds) {
        return new Extent(bounds[0], bounds[1], bounds[2], -bounds[3], -bounds[4], -bounds[5]);
    }

    /** Returns whether another box is within this one, or only slightly outside. */
    boolean nearlyHolds(Extent other) {
        double spare = side() / SPARE;
        return other.lowX >= lowX - spare
                && other.lowY >= lowY - spare
                && other.lowZ >= lowZ - spare
                && other.highX <= highX + spare
                && other.highY <= highY + spare
                && other.highZ <= highZ + spare;
    }

    /** Returns the longest side; below 0 if there are no bodies. */
    double side() {
        return Math.max(highX - lowX, Math.max(highY - lowY, highZ - lowZ));
    }
}
