package org.moide.samples.programs.raytrace.tree;

/**
 * The last meeting of a ray and a shape that was found, whether it is the nearest or not. The same object is used for
 * every test.
 */
public final class Meeting {
    double distance;
    double u;
    double v;
    double leaving;

    /** Returns the distance at which they meet. */
    public double distance() {
        return distance;
    }

    /**
     * Returns the distance at which the ray leaves a sphere that it enters here; infinite if it began inside, or for a
     * triangle.
     */
    public double leaving() {
        return leaving;
    }
}
