package org.moide.samples.programs.radiosity;

import org.moide.samples.programs.raytrace.scene.Vector3;

/**
 * What part of all the light that arrives at one place comes from another, if both shine alike and nothing is between:
 * Lambert's formula, exact for a point and a polygon, in the mean of some points. The polygon is cut off at the point's horizon. One
 * thread at a time.
 */
final class FormFactor {
    /** A parallelogram that is cut once has five corners at most. */
    private static final int MOST_CORNERS = 6;

    /** Gauss's points of a place in each direction, and their weights: few, and more where the other place is near. */
    private static final double[] FEW = {0.5 - 0.28867513459481287, 0.5 + 0.28867513459481287};

    private static final double[] FEW_WEIGHTS = {0.5, 0.5};
    private static final double[] MORE = {
        0.5 - 0.4305681557970263, 0.5 - 0.16999052179242813, 0.5 + 0.16999052179242813, 0.5 + 0.4305681557970263
    };
    private static final double[] MORE_WEIGHTS = {
        0.17392742256872692, 0.32607257743127305, 0.32607257743127305, 0.17392742256872692
    };
    private static final double NEAR = 0.02;

    private final Room room;
    private final Vector3[] corners = new Vector3[MOST_CORNERS];
    private final Vector3[] clipped = new Vector3[MOST_CORNERS];

    FormFactor(Room room) {
        this.room = room;
    }

    /**
     * By reciprocity the smaller of the two is the one whose points are taken: the larger may look quite different from its
     * own.
     */
    double between(Place receiver, Place source) {
        double own = room.area(receiver);
        double other = room.area(source);
        boolean fromOwn = own < other || (own == other && receiver.surface() < source.surface());
        return fromOwn ? fromPoints(receiver, source) : fromPoints(source, receiver) * other / own;
    }

    private double fromPoints(Place receiver, Place source) {
        double rough = fromPoints(receiver, source, FEW, FEW_WEIGHTS);
        return rough < NEAR ? rough : fromPoints(receiver, source, MORE, MORE_WEIGHTS);
    }

    private double fromPoints(Place receiver, Place source, double[] points, double[] weights) {
        Surface to = room.surfaces().get(receiver.surface());
        Surface from = room.surfaces().get(source.surface());
        Vector3 normal = to.normal();
        double sum = 0.0;
        for (int row = 0; row < points.length; row++) {
            for (int column = 0; column < points.length; column++) {
                Vector3 point = to.at(receiver.u(points[column]), receiver.v(points[row]));
                if (from.before(point) > 0.0) {
                    sum += weights[row] * weights[column] * atPoint(point, normal, from, source);
                }
            }
        }
        return sum;
    }

    /** The same of a point with this normal and a whole surface; 0 if the surface shows it its back. */
    double atPoint(Vector3 point, Vector3 normal, int source) {
        Surface from = room.surfaces().get(source);
        return from.before(point) > 0.0 ? atPoint(point, normal, from, Place.whole(source)) : 0.0;
    }

    private double atPoint(Vector3 point, Vector3 normal, Surface from, Place source) {
        corners[0] = from.at(source.u(0), source.v(0)).minus(point);
        corners[1] = from.at(source.u(1), source.v(0)).minus(point);
        corners[2] = from.at(source.u(1), source.v(1)).minus(point);
        corners[3] = from.at(source.u(0), source.v(1)).minus(point);
        int count = clip(4, normal);
        double sum = 0.0;
        for (int i = 0; i < count; i++) {
            Vector3 one = clipped[i];
            Vector3 next = clipped[(i + 1) % count];
            Vector3 cross = one.cross(next);
            double length = cross.length();
            if (length > 0.0) {
                double angle = StrictMath.atan2(length, one.dot(next));
                sum += angle * normal.dot(cross) / length;
            }
        }
        // Seen from its front, a polygon's corners run the other way round.
        return Math.max(0.0, -sum / (2.0 * Math.PI));
    }

    /** Keeps what is above the horizon; returns how many corners that has. */
    private int clip(int count, Vector3 normal) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            Vector3 one = corners[i];
            Vector3 next = corners[(i + 1) % count];
            double height = one.dot(normal);
            double nextHeight = next.dot(normal);
            if (height >= 0.0) {
                clipped[kept++] = one;
            }
            if (height >= 0.0 != nextHeight >= 0.0) {
                clipped[kept++] = one.plus(height / (height - nextHeight), next.minus(one));
            }
        }
        return kept;
    }
}
