package org.moide.samples.programs.radiosity;

import org.moide.samples.programs.raytrace.scene.Vector3;

/**
 * Computes form factors: the fraction of light that goes from one element to another if nothing is between them. For
 * elements that are far apart, the form factor is a sum over pairs of Gauss points. For others, it is the mean, over
 * some points of one element, of Lambert's formula, which is exact for a point and a polygon; the polygon is clipped at
 * the point's horizon. Used by one thread at a time.
 */
final class FormFactor {
    /** The most corners of a clipped polygon; a parallelogram that is clipped once has five. */
    private static final int MOST_CORNERS = 6;

    /**
     * How many times the sum of the squared extents of both elements the squared distance must be for sums over points
     * to be used. Such a sum is then correct to a thousandth.
     */
    private static final double FAR = 1.0;

    /** The least form factor for which the smaller element is represented by more points. */
    private static final double LARGE = 0.02;

    private static final double[] FEW_OF_SQUARE = Points.square(0.5 - 0.28867513459481287, 0.5);
    private static final double[] MORE_OF_SQUARE = Points.square(
            0.5 - 0.4305681557970263, 0.17392742256872692, 0.5 - 0.16999052179242813, 0.32607257743127305);
    private static final double[] FEW_OF_TRIANGLE = Points.triangle(1.0 / 6.0, 1.0 / 3.0);
    private static final double[] MORE_OF_TRIANGLE = Points.triangle(
            0.10128650732345633, 0.12593918054482717, 0.47014206410511505, 0.13239415278850616, 1.0 / 3.0, 0.075);

    private static final double[] ATAN = {
        0.0028662257,
        -0.0161657367,
        0.0429096138,
        -0.0752896400,
        0.1065626393,
        -0.1420889944,
        0.1999355085,
        -0.3333314528,
        1.0
    };

    private final double[] corners = new double[3 * MOST_CORNERS];
    private final double[] clipped = new double[3 * MOST_CORNERS];
    private final Frame whole = new Frame();

    /** Points of an element with their weights. There are three numbers for each point: along, across, weight. */
    private static final class Points {
        /**
         * Returns the pairs of Gauss points in both directions.
         *
         * @param lower the points in the lower half of the interval from 0 to 1, each followed by its weight; the upper
         *     half is symmetric
         */
        static double[] square(double... lower) {
            int side = lower.length;
            double[] at = new double[side];
            double[] weight = new double[side];
            for (int i = 0; i < side / 2; i++) {
                at[i] = lower[2 * i];
                at[side - 1 - i] = 1.0 - lower[2 * i];
                weight[i] = lower[2 * i + 1];
                weight[side - 1 - i] = lower[2 * i + 1];
            }
            double[] points = new double[3 * side * side];
            for (int i = 0; i < side * side; i++) {
                points[3 * i] = at[i % side];
                points[3 * i + 1] = at[i / side];
                points[3 * i + 2] = weight[i % side] * weight[i / side];
            }
            return points;
        }

        /**
         * Returns points of a triangle.
         *
         * @param orbits distances, each followed by a weight; for each distance there are the three points that have
         *     this distance from two of the sides
         */
        static double[] triangle(double... orbits) {
            double[] points = new double[9 * orbits.length / 2];
            for (int orbit = 0; orbit < orbits.length / 2; orbit++) {
                double near = orbits[2 * orbit];
                for (int turn = 0; turn < 3; turn++) {
                    int at = 9 * orbit + 3 * turn;
                    points[at] = turn == 1 ? 1.0 - 2.0 * near : near;
                    points[at + 1] = turn == 2 ? 1.0 - 2.0 * near : near;
                    points[at + 2] = orbits[2 * orbit + 1];
                }
            }
            return points;
        }
    }

    /**
     * Returns the area of one element times the fraction of the light arriving there that comes from the other. The
     * result is the same in both directions. It is the same to the last bit if the same element is {@code one} in both
     * calls.
     */
    double exchange(Frame one, Frame other) {
        double alongX = other.x + 0.5 * (other.alongX + other.acrossX) - one.x - 0.5 * (one.alongX + one.acrossX);
        double alongY = other.y + 0.5 * (other.alongY + other.acrossY) - one.y - 0.5 * (one.alongY + one.acrossY);
        double alongZ = other.z + 0.5 * (other.alongZ + other.acrossZ) - one.z - 0.5 * (one.alongZ + one.acrossZ);
        double square = alongX * alongX + alongY * alongY + alongZ * alongZ;
        if (square > FAR * (one.extent() + other.extent())) {
            return one.area * other.area * far(one, other);
        }
        // The larger may look quite different from its own points.
        boolean fromOne = one.area <= other.area;
        Frame smaller = fromOne ? one : other;
        Frame larger = fromOne ? other : one;
        double factor = near(smaller, smaller.isTriangle ? FEW_OF_TRIANGLE : FEW_OF_SQUARE, larger);
        if (factor >= LARGE) {
            factor = near(smaller, smaller.isTriangle ? MORE_OF_TRIANGLE : MORE_OF_SQUARE, larger);
        }
        return smaller.area * factor;
    }

    private static double far(Frame one, Frame other) {
        double[] from = one.isTriangle ? FEW_OF_TRIANGLE : FEW_OF_SQUARE;
        double[] to = other.isTriangle ? FEW_OF_TRIANGLE : FEW_OF_SQUARE;
        double sum = 0.0;
        for (int i = 0; i < from.length; i += 3) {
            double x = one.pointX(from[i], from[i + 1]);
            double y = one.pointY(from[i], from[i + 1]);
            double z = one.pointZ(from[i], from[i + 1]);
            // The heights of the other element's points above this one, and of this point above the other element.
            double height = other.before(x, y, z);
            if (height <= 0.0) {
                continue;
            }
            double partial = 0.0;
            for (int j = 0; j < to.length; j += 3) {
                double wayX = other.pointX(to[j], to[j + 1]) - x;
                double wayY = other.pointY(to[j], to[j + 1]) - y;
                double wayZ = other.pointZ(to[j], to[j + 1]) - z;
                double rise = wayX * one.normalX + wayY * one.normalY + wayZ * one.normalZ;
                double square = wayX * wayX + wayY * wayY + wayZ * wayZ;
                partial += to[j + 2] * Math.max(0.0, rise) / (square * square);
            }
            sum += from[i + 2] * height * partial;
        }
        return sum / Math.PI;
    }

    private double near(Frame from, double[] points, Frame to) {
        double sum = 0.0;
        for (int i = 0; i < points.length; i += 3) {
            double x = from.pointX(points[i], points[i + 1]);
            double y = from.pointY(points[i], points[i + 1]);
            double z = from.pointZ(points[i], points[i + 1]);
            if (to.before(x, y, z) > 0.0) {
                sum += points[i + 2] * atPoint(x, y, z, from.normalX, from.normalY, from.normalZ, to);
            }
        }
        return sum;
    }

    /**
     * Returns the fraction of the light arriving at a point with this normal that comes from a whole surface; 0 if the
     * surface faces away.
     */
    double atPoint(Vector3 point, Vector3 normal, Frame.Surfaces surfaces, int source) {
        whole.put(surfaces, source);
        return whole.before(point.x(), point.y(), point.z()) > 0.0
                ? atPoint(point.x(), point.y(), point.z(), normal.x(), normal.y(), normal.z(), whole)
                : 0.0;
    }

    private double atPoint(double x, double y, double z, double normalX, double normalY, double normalZ, Frame source) {
        int corner = source.corners();
        for (int i = 0; i < corner; i++) {
            int along = source.cornerAlong(i);
            int across = Frame.cornerAcross(i);
            corners[3 * i] = source.pointX(along, across) - x;
            corners[3 * i + 1] = source.pointY(along, across) - y;
            corners[3 * i + 2] = source.pointZ(along, across) - z;
        }
        int count = clip(corner, normalX, normalY, normalZ);
        double[] c = clipped;
        double sum = 0.0;
        for (int i = 0; i < count; i++) {
            int one = 3 * i;
            int next = i + 1 == count ? 0 : one + 3;
            double crossX = c[one + 1] * c[next + 2] - c[one + 2] * c[next + 1];
            double crossY = c[one + 2] * c[next] - c[one] * c[next + 2];
            double crossZ = c[one] * c[next + 1] - c[one + 1] * c[next];
            double length = Math.sqrt(crossX * crossX + crossY * crossY + crossZ * crossZ);
            if (length > 0.0) {
                double cosine = c[one] * c[next] + c[one + 1] * c[next + 1] + c[one + 2] * c[next + 2];
                sum += angle(length, cosine) * (normalX * crossX + normalY * crossY + normalZ * crossZ) / length;
            }
        }
        // Seen from its front, a polygon's corners are in the opposite order.
        return Math.max(0.0, -sum / (2.0 * Math.PI));
    }

    /**
     * Returns the angle that belongs to a sine, which is not negative, and a cosine. Both may be multiplied by the same
     * length. The error is up to 2e-8 (Abramowitz and Stegun, 4.4.49). The JDK's function takes seven times as long.
     */
    private static double angle(double sine, double cosine) {
        double size = Math.abs(cosine);
        boolean isSteep = sine > size;
        double x = isSteep ? size / sine : sine / size;
        double square = x * x;
        double sum = ATAN[0];
        for (int i = 1; i < ATAN.length; i++) {
            sum = sum * square + ATAN[i];
        }
        double angle = isSteep ? Math.PI / 2.0 - x * sum : x * sum;
        return cosine < 0.0 ? Math.PI - angle : angle;
    }

    /** Removes the part of the polygon that is below the horizon. Returns the number of corners that are left. */
    private int clip(int count, double normalX, double normalY, double normalZ) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int one = 3 * i;
            int next = i + 1 == count ? 0 : one + 3;
            double height = corners[one] * normalX + corners[one + 1] * normalY + corners[one + 2] * normalZ;
            double nextHeight = corners[next] * normalX + corners[next + 1] * normalY + corners[next + 2] * normalZ;
            if (height >= 0.0) {
                System.arraycopy(corners, one, clipped, 3 * kept++, 3);
            }
            if (height >= 0.0 != nextHeight >= 0.0) {
                double part = height / (height - nextHeight);
                for (int axis = 0; axis < 3; axis++) {
                    clipped[3 * kept + axis] =
                            corners[one + axis] + part * (corners[next + axis] - corners[one + axis]);
                }
                kept++;
            }
        }
        return kept;
    }
}
