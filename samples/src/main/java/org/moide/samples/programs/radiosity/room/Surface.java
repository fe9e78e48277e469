package org.moide.samples.programs.radiosity.room;

import java.io.Serializable;
import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Vector3;

/**
 * A parallelogram, or half of one, which is a triangle. It scatters light evenly. Immutable.
 *
 * @param corner its first corner
 * @param along the side from that corner in the first direction. If the right hand's thumb points along it and the
 *     forefinger along {@code across}, the middle finger points to the surface's front
 * @param across the side from that corner in the second direction
 * @param isTriangle whether the surface is only the triangle between the two sides
 * @param reflect the fraction of light that the surface scatters, below 1
 * @param emit the light that the surface emits, per area
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

    /** Returns the number of corners. */
    public int corners() {
        return isTriangle ? 3 : 4;
    }

    /** Returns a corner. Corners are numbered in their order around the surface. */
    public Vector3 corner(int number) {
        return at(number == 1 || (number == 2 && !isTriangle) ? 1 : 0, number >= 2 ? 1 : 0);
    }

    /**
     * Returns a point of the surface.
     *
     * @param u the position along the first side, from 0 to 1
     * @param v the position along the second side, from 0 to 1; on a triangle, {@code u + v} is at most 1
     */
    public Vector3 at(double u, double v) {
        return corner.plus(u, along).plus(v, across);
    }

    /** Returns the distance of a point in front of the surface; negative behind it. */
    public double before(Vector3 point) {
        return point.minus(corner).dot(normal());
    }

    /** Returns whether a part of the other surface is in front of this one. */
    public boolean isFacedBy(Surface other) {
        double tolerance = 1e-9 * (along.length() + across.length());
        for (int number = 0; number < other.corners(); number++) {
            if (before(other.corner(number)) > tolerance) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a part of the other surface is behind this one. */
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
