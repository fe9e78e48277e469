package org.moide.samples.programs.radiosity;

import java.io.Serializable;
import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Vector3;

/**
 * A parallelogram that scatters light evenly. Immutable.
 *
 * @param corner where it begins
 * @param along one side; with {@code across} as the right hand's thumb and forefinger, the middle finger shows its front
 * @param across the other side
 * @param reflect what part of the light it scatters, below 1
 * @param emit what it sends out by itself, per area
 */
record Surface(Vector3 corner, Vector3 along, Vector3 across, Colour reflect, Colour emit) implements Serializable {
    private static final long serialVersionUID = 1L;

    Vector3 normal() {
        return along.cross(across).unit();
    }

    double area() {
        return along.cross(across).length();
    }

    /**
     * A point of it.
     *
     * @param u from 0 to 1 along
     * @param v from 0 to 1 across
     */
    Vector3 at(double u, double v) {
        return corner.plus(u, along).plus(v, across);
    }

    /** How far a point is in front of it; negative behind. */
    double before(Vector3 point) {
        return point.minus(corner).dot(normal());
    }
}
