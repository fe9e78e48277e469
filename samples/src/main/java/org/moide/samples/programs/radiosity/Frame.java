package org.moide.samples.programs.radiosity;

import java.util.List;
import org.moide.samples.programs.radiosity.room.Surface;
import org.moide.samples.programs.raytrace.scene.Vector3;
import org.moide.samples.programs.raytrace.tree.Shaft;

/**
 * The position of an element as numbers: its corner, sides and normal. One object is used for many elements, one after
 * the other, by one thread.
 */
final class Frame {
    /**
     * The number of values for each surface: its corner, sides, normal and area, and the vectors from which a point's
     * position along and across the surface is computed.
     */
    private static final int NUMBERS = 19;

    private static final int CORNERS = 12;

    double x;
    double y;
    double z;
    double alongX;
    double alongY;
    double alongZ;
    double acrossX;
    double acrossY;
    double acrossZ;
    double normalX;
    double normalY;
    double normalZ;
    double area;
    boolean isTriangle;

    /** The values of all surfaces, for {@link #put}. Immutable; any thread. */
    static final class Surfaces {
        private final double[] numbers;
        private final double[] corners;
        private final boolean[] triangles;

        Surfaces(List<Surface> surfaces) {
            numbers = new double[NUMBERS * surfaces.size()];
            triangles = new boolean[surfaces.size()];
            corners = new double[CORNERS * surfaces.size()];
            for (int surface = 0; surface < surfaces.size(); surface++) {
                Surface shape = surfaces.get(surface);
                put(shape.corner(), NUMBERS * surface);
                put(shape.along(), NUMBERS * surface + 3);
                put(shape.across(), NUMBERS * surface + 6);
                put(shape.normal(), NUMBERS * surface + 9);
                numbers[NUMBERS * surface + 12] = shape.area();
                Vector3 normal = shape.along().cross(shape.across());
                double square = normal.dot(normal);
                put(shape.across().cross(normal).times(1.0 / square), NUMBERS * surface + 13);
                put(normal.cross(shape.along()).times(1.0 / square), NUMBERS * surface + 16);
                for (int corner = 0; corner < shape.corners(); corner++) {
                    Vector3 point = shape.corner(corner);
                    corners[CORNERS * surface + 3 * corner] = point.x();
                    corners[CORNERS * surface + 3 * corner + 1] = point.y();
                    corners[CORNERS * surface + 3 * corner + 2] = point.z();
                }
                triangles[surface] = shape.isTriangle();
            }
        }

        private void put(Vector3 vector, int at) {
            numbers[at] = vector.x();
            numbers[at + 1] = vector.y();
            numbers[at + 2] = vector.z();
        }

        int count() {
            return triangles.length;
        }

        /** Returns whether a part of a surface may be inside a shaft. */
        boolean isIn(Shaft shaft, int surface) {
            return shaft.touches(corners, CORNERS * surface, triangles[surface] ? 3 : 4);
        }

        /**
         * Returns whether a part of a surface is in front of an element. A surface in the plane of the element is not
         * in front of it.
         */
        boolean isBefore(int surface, Frame element, double flat) {
            int from = CORNERS * surface;
            int end = from + (triangles[surface] ? 9 : 12);
            double least = flat * Math.sqrt(element.extent());
            for (int at = from; at < end; at += 3) {
                if (element.before(corners[at], corners[at + 1], corners[at + 2]) > least) {
                    return true;
                }
            }
            return false;
        }

        /**
         * Returns whether a surface crosses a line that begins at a point.
         *
         * @param near crossings this near to one of the line's ends, as a fraction of its length, do not count
         */
        boolean stops(
                int surface,
                double fromX,
                double fromY,
                double fromZ,
                double wayX,
                double wayY,
                double wayZ,
                double near) {
            double[] n = numbers;
            int at = NUMBERS * surface;
            double x = fromX - n[at];
            double y = fromY - n[at + 1];
            double z = fromZ - n[at + 2];
            double fall = wayX * n[at + 9] + wayY * n[at + 10] + wayZ * n[at + 11];
            double part = -(x * n[at + 9] + y * n[at + 10] + z * n[at + 11]) / fall;
            if (!(part > near && part < 1.0 - near)) {
                return false;
            }
            x += part * wayX;
            y += part * wayY;
            z += part * wayZ;
            double u = x * n[at + 13] + y * n[at + 14] + z * n[at + 15];
            double v = x * n[at + 16] + y * n[at + 17] + z * n[at + 18];
            return u >= 0.0 && v >= 0.0 && (triangles[surface] ? u + v <= 1.0 : u <= 1.0 && v <= 1.0);
        }

        double area(Element element) {
            return numbers[NUMBERS * element.surface + 12] / (1L << (2 * element.level));
        }
    }

    void put(Surfaces surfaces, Element element) {
        put(surfaces, element.surface, 1.0 / (1 << element.level), element.x, element.y, element.isTurned);
        area = surfaces.area(element);
    }

    /** Sets this object to the position of a whole surface. */
    void put(Surfaces surfaces, int surface) {
        put(surfaces, surface, 1.0, 0, 0, false);
        area = surfaces.numbers[NUMBERS * surface + 12];
    }

    private void put(Surfaces surfaces, int surface, double part, int right, int below, boolean isTurned) {
        double[] n = surfaces.numbers;
        int at = NUMBERS * surface;
        double u = part * right;
        double v = part * below;
        double side = isTurned ? -part : part;
        x = n[at] + u * n[at + 3] + v * n[at + 6];
        y = n[at + 1] + u * n[at + 4] + v * n[at + 7];
        z = n[at + 2] + u * n[at + 5] + v * n[at + 8];
        alongX = side * n[at + 3];
        alongY = side * n[at + 4];
        alongZ = side * n[at + 5];
        acrossX = side * n[at + 6];
        acrossY = side * n[at + 7];
        acrossZ = side * n[at + 8];
        normalX = n[at + 9];
        normalY = n[at + 10];
        normalZ = n[at + 11];
        isTriangle = surfaces.triangles[surface];
    }

    double pointX(double u, double v) {
        return x + u * alongX + v * acrossX;
    }

    double pointY(double u, double v) {
        return y + u * alongY + v * acrossY;
    }

    double pointZ(double u, double v) {
        return z + u * alongZ + v * acrossZ;
    }

    /** Returns the distance of a point in front of the element; negative behind it. */
    double before(double px, double py, double pz) {
        return (px - x) * normalX + (py - y) * normalY + (pz - z) * normalZ;
    }

    int corners() {
        return isTriangle ? 3 : 4;
    }

    /**
     * Returns the position of a corner along the first side: 0 or 1. Corners are numbered in their order around the
     * element.
     */
    int cornerAlong(int number) {
        return number == 1 || (number == 2 && !isTriangle) ? 1 : 0;
    }

    static int cornerAcross(int number) {
        return number >= 2 ? 1 : 0;
    }

    /** Writes the box around the element: the least x, y and z, then the largest. */
    void box(double[] into) {
        bound(into, 0, x, alongX, acrossX);
        bound(into, 1, y, alongY, acrossY);
        bound(into, 2, z, alongZ, acrossZ);
    }

    private void bound(double[] into, int axis, double begin, double along, double across) {
        double low = Math.min(Math.min(0.0, along), across);
        double high = Math.max(Math.max(0.0, along), across);
        if (!isTriangle) {
            low = Math.min(low, along + across);
            high = Math.max(high, along + across);
        }
        into[axis] = begin + low;
        into[axis + 3] = begin + high;
    }

    /** Returns an upper bound for the square of the element's longest extent, which is a diagonal or a side. */
    double extent() {
        double along = alongX * alongX + alongY * alongY + alongZ * alongZ;
        double across = acrossX * acrossX + acrossY * acrossY + acrossZ * acrossZ;
        return 2.0 * (along + across);
    }
}
