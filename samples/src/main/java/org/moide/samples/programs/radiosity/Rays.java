package org.moide.samples.programs.radiosity;

import java.util.List;
import org.moide.samples.programs.raytrace.scene.Vector3;

/** What is in a ray's way. Where it met the nearest surface is kept until the next ray. One thread. */
final class Rays {
    static final int NOTHING = -1;

    /** A box's sides follow each other, so as many as that are looked at only by rays that meet the box around them. */
    private static final int GROUP = 6;
    /** A box around a single flat surface still has some thickness. */
    private static final double MARGIN = 1e-6;
    /** Where a way begins and ends on a surface it is not stopped: in parts of its length. */
    private static final double NEAR = 1e-6;

    private static final int NUMBERS = 12;

    private final double[] planes;
    private final double[] boxes;
    private final int count;
    private double u;
    private double v;
    private boolean fromBehind;

    Rays(List<Surface> surfaces) {
        count = surfaces.size();
        planes = new double[NUMBERS * count];
        boxes = new double[GROUP * ((count + GROUP - 1) / GROUP)];
        for (int at = 0; at < boxes.length; at++) {
            boxes[at] = at % GROUP < 3 ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        }
        for (int surface = 0; surface < count; surface++) {
            Surface shape = surfaces.get(surface);
            Vector3 normal = shape.along().cross(shape.across());
            double square = normal.dot(normal);
            put(shape.corner(), NUMBERS * surface);
            put(normal, NUMBERS * surface + 3);
            // The reciprocal sides: their products with a point of the plane are its u and v.
            put(shape.across().cross(normal).times(1.0 / square), NUMBERS * surface + 6);
            put(normal.cross(shape.along()).times(1.0 / square), NUMBERS * surface + 9);
            for (int corner = 0; corner < 4; corner++) {
                include(shape.at(corner & 1, corner >> 1), surface / GROUP * GROUP);
            }
        }
    }

    private void put(Vector3 vector, int at) {
        planes[at] = vector.x();
        planes[at + 1] = vector.y();
        planes[at + 2] = vector.z();
    }

    private void include(Vector3 point, int box) {
        double[] place = {point.x(), point.y(), point.z()};
        for (int axis = 0; axis < 3; axis++) {
            double margin = MARGIN * (1.0 + Math.abs(place[axis]));
            boxes[box + axis] = Math.min(boxes[box + axis], place[axis] - margin);
            boxes[box + axis + 3] = Math.max(boxes[box + axis + 3], place[axis] + margin);
        }
    }

    /** Whether a ray meets a group's box between its beginning and {@code most} times its length. */
    private boolean meets(int box, Vector3 from, Vector3 inverse, double most) {
        double[] b = boxes;
        double x1 = (b[box] - from.x()) * inverse.x();
        double x2 = (b[box + 3] - from.x()) * inverse.x();
        double y1 = (b[box + 1] - from.y()) * inverse.y();
        double y2 = (b[box + 4] - from.y()) * inverse.y();
        double z1 = (b[box + 2] - from.z()) * inverse.z();
        double z2 = (b[box + 5] - from.z()) * inverse.z();
        double enter = Math.max(Math.max(Math.min(x1, x2), Math.min(y1, y2)), Math.min(z1, z2));
        double leave = Math.min(Math.min(Math.max(x1, x2), Math.max(y1, y2)), Math.max(z1, z2));
        // What is not a number, along a side of the box, is looked at.
        return !(leave < enter || leave < 0.0 || enter > most);
    }

    private static Vector3 inverse(Vector3 direction) {
        return new Vector3(1.0 / direction.x(), 1.0 / direction.y(), 1.0 / direction.z());
    }

    /**
     * The nearest surface, or {@link #NOTHING}.
     *
     * @param throughBacks whether a surface is not there for a ray that comes from behind it
     */
    int nearest(Vector3 from, Vector3 direction, boolean throughBacks) {
        Vector3 inverse = inverse(direction);
        double nearest = Double.POSITIVE_INFINITY;
        int found = NOTHING;
        for (int group = 0; group < count; group += GROUP) {
            if (meets(group, from, inverse, nearest)) {
                for (int surface = group; surface < Math.min(count, group + GROUP); surface++) {
                    double fall = fall(surface, direction);
                    double distance = -height(surface, from) / fall;
                    if (distance > 0.0
                            && distance < nearest
                            && (fall < 0.0 || !throughBacks)
                            && isOn(surface, from, direction, distance)) {
                        nearest = distance;
                        found = surface;
                        fromBehind = fall > 0.0;
                    }
                }
            }
        }
        if (found != NOTHING) {
            Vector3 hit = from.plus(nearest, direction);
            u = product(NUMBERS * found, NUMBERS * found + 6, hit);
            v = product(NUMBERS * found, NUMBERS * found + 9, hit);
        }
        return found;
    }

    /** Whether something is between two points, other than the surfaces they are on. */
    boolean isBlocked(Vector3 begin, Vector3 end, int beginSurface, int endSurface) {
        Vector3 way = end.minus(begin);
        Vector3 inverse = inverse(way);
        for (int group = 0; group < count; group += GROUP) {
            if (meets(group, begin, inverse, 1.0)) {
                for (int surface = group; surface < Math.min(count, group + GROUP); surface++) {
                    double part = -height(surface, begin) / fall(surface, way);
                    if (part > NEAR
                            && part < 1.0 - NEAR
                            && surface != beginSurface
                            && surface != endSurface
                            && isOn(surface, begin, way, part)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private double fall(int surface, Vector3 direction) {
        int at = NUMBERS * surface + 3;
        return direction.x() * planes[at] + direction.y() * planes[at + 1] + direction.z() * planes[at + 2];
    }

    private double height(int surface, Vector3 point) {
        return product(NUMBERS * surface, NUMBERS * surface + 3, point);
    }

    private boolean isOn(int surface, Vector3 from, Vector3 direction, double distance) {
        Vector3 hit = from.plus(distance, direction);
        double along = product(NUMBERS * surface, NUMBERS * surface + 6, hit);
        double across = product(NUMBERS * surface, NUMBERS * surface + 9, hit);
        return along >= 0.0 && along <= 1.0 && across >= 0.0 && across <= 1.0;
    }

    /** The product of a vector of a surface with the way from its corner to a point. */
    private double product(int corner, int vector, Vector3 point) {
        double[] p = planes;
        return (point.x() - p[corner]) * p[vector]
                + (point.y() - p[corner + 1]) * p[vector + 1]
                + (point.z() - p[corner + 2]) * p[vector + 2];
    }

    /** Where on that surface it was met. */
    double u() {
        return u;
    }

    double v() {
        return v;
    }

    boolean isFromBehind() {
        return fromBehind;
    }
}
