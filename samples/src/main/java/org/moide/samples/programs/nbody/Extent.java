package org.moide.samples.programs.nbody;

/** The smallest box around some bodies; upside down if there are none. */
record Extent(double lowX, double lowY, double lowZ, double highX, double highY, double highZ) {
    static final Extent EMPTY = new Extent(
            Double.POSITIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.NEGATIVE_INFINITY);

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

    Extent with(Extent other) {
        return new Extent(
                Math.min(lowX, other.lowX),
                Math.min(lowY, other.lowY),
                Math.min(lowZ, other.lowZ),
                Math.max(highX, other.highX),
                Math.max(highY, other.highY),
                Math.max(highZ, other.highZ));
    }

    /** The longest side. */
    double side() {
        return Math.max(highX - lowX, Math.max(highY - lowY, highZ - lowZ));
    }
}
