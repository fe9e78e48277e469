package org.moide.samples.programs.raytrace.tree;

/**
 * The meeting of a ray and a shape that has just been found, whether it is the nearest or not. Used again for every
 * test.
 */
public final class Meeting {
    double distance;
    double u;
    double v;
    double leaving;

    /** The distance at which they meet. */
    public double distance() {
        return distance;
    }

    /**
     * The distance at which the ray leaves a sphere that it enters there; infinite if it began inside, or for a
     * triangle.
     */
    public double leaving() {
        return leaving;
    }
}
