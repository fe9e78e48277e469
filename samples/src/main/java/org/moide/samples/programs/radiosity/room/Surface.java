package org.moide.samples.programs.radiosity.room;

import java.io.Serializable;
import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Vector3;

/**
 * A parallelogram, or the half of one that is a triangle, which scatters light evenly. Immutable.
 *
 * @param corner where it begins
 * @param along one side; with {@code across} as the right hand's thumb and forefinger, the middle finger shows its
 *     front
 * @param across the other side
 * @param isTriangle whether it ends at the line between the ends of the two sides
 * @param reflect what part of the light it scatters, below 1
 * @param emit what it sends out by itself, per area
 */
public record Surface(Vector3 corner, Vector3 along, Vector3 across, boolean isTriangle, Colour reflect, Colour emit)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public Vector3 normal() {
        return along.cross(across).unit();
    }

    public double area() {
        double both = along.cross(across).length();
        return isTriangle ? both / 2.0 : both;
    }

    /** The number of corners it has. */
    public int corners() {
        return isTriangle ? 3 : 4;
    }

    /** A corner, in the order in which one walks around it. */
    public Vector3 corner(int number) {
        return at(number == 1 || (number == 2 && !isTriangle) ? 1 : 0, number >= 2 ? 1 : 0);
    }

    /**
     * A point of it.
     *
     * @param u from 0 to 1 along
     * @param v from 0 to 1 across; on a triangle the two add up to 1 at most
     */
    public Vector3 at(double u, double v) {
        return corner.plus(u, along).plus(v, across);
    }

    /** The distance of a point in front of it; negative behind. */
    public double before(Vector3 point) {
        return point.minus(corner).dot(normal());
    }

    /** Whether some part of the other is in front of it. */
    public boolean isFacedBy(Surface other) {
        double tolerance = 1e-9 * (along.length() + across.length());
        for (int number = 0; number < other.corners(); number++) {
            if (before(other.corner(number)) > tolerance) {
                return true;
            }
        }
        return false;
    }

    /** Whether some part of the other is behind it. */
    boolean hasBehind(Surface other) {
        double tolerance = 1e-9 * (along.length() + across.length());
        for (int number = 0; number < other.corners(); number++) {
            if (before(other.corner(number)) < -tolerance) {
                return true;
            }
        }
        return false;
    }
}
