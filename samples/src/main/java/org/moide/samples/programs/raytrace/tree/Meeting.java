package org.moide.samples.programs.raytrace.tree;

/**
 * Where a ray and a shape meet: the last such place that was found, whether it is the nearest or not. The same object
 * is used for every test.
 */
public final class Meeting {
    double distance;
    double u;
    double v;
    double leaving;

    /** Returns the distance along the ray at which it meets the shape. */
    public double distance() {
        return distance;
    }

    /**
     * Returns the distance at which the ray leaves the sphere that it enters here. It is infinite if the ray began
     * inside the sphere, or if the shape is a triangle.
     */
    public double leaving() {
        return leaving;
    }
}
