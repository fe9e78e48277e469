package org.moide.samples.programs.raytrace.tree;

/** Where a ray and a shape have just been found to meet, whether it is the nearest or not. Used again for every test. */
public final class Meeting {
    double distance;
    double u;
    double v;
    double leaving;

    /** Where they meet. */
    public double distance() {
        return distance;
    }

    /** Where the ray leaves a sphere that it enters there; infinite if it began inside, or for a triangle. */
    public double leaving() {
        return leaving;
    }
}
