package org.moide.samples.programs.raytrace.trace;

import org.moide.samples.programs.raytrace.scene.Shapes;
import org.moide.samples.programs.raytrace.scene.Vector3;

/**
 * Spheres and triangles laid out for speed: in the order of the {@link Hierarchy}'s leaves, nine numbers each, so that the
 * shapes of a leaf are neighbours in memory. Immutable; any thread, each with its own {@link Probe}.
 */
final class Geometry {
    private static final int STRIDE = 9;
    /** Boxes are a little larger than their shapes, so that rounding never hides a shape behind its own box. */
    private static final double MARGIN = 1e-9;
    /** How far outside its edges a triangle still counts as met, so that no ray slips between two neighbours. */
    private static final double EDGE = 1e-12;

    private final Shapes shapes;
    private final Hierarchy hierarchy;
    /** A triangle: a corner and the two edges from it. A sphere: centre, radius, radius². */
    private final double[] data;
    /** The shape in each slot: a triangle's number, or {@code ~} a sphere's. */
    private final int[] shape;

    private final int[] material;

    Geometry(Shapes shapes) {
        this.shapes = shapes;
        int triangles = shapes.triangleCount();
        int count = triangles + shapes.sphereCount();
        hierarchy = new Hierarchy(bounds(shapes));
        data = new double[STRIDE * count];
        shape = new int[count];
        material = new int[count];
        for (int slot = 0; slot < count; slot++) {
            int number = hierarchy.order[slot];
            if (number < triangles) {
                Vector3 corner = shapes.corner(number, 0);
                put(STRIDE * slot, corner);
                put(STRIDE * slot + 3, shapes.corner(number, 1).minus(corner));
                put(STRIDE * slot + 6, shapes.corner(number, 2).minus(corner));
                shape[slot] = number;
                material[slot] = shapes.triangleMaterial(number);
            } else {
                int sphere = number - triangles;
                put(STRIDE * slot, shapes.centre(sphere));
                data[STRIDE * slot + 3] = shapes.radius(sphere);
                data[STRIDE * slot + 4] = shapes.radius(sphere) * shapes.radius(sphere);
                shape[slot] = ~sphere;
                material[slot] = shapes.sphereMaterial(sphere);
            }
        }
    }

    private void put(int at, Vector3 vector) {
        data[at] = vector.x();
        data[at + 1] = vector.y();
        data[at + 2] = vector.z();
    }

    private static double[] bounds(Shapes shapes) {
        int triangles = shapes.triangleCount();
        double[] bounds = new double[6 * (triangles + shapes.sphereCount())];
        for (int triangle = 0; triangle < triangles; triangle++) {
            Vector3 a = shapes.corner(triangle, 0);
            Vector3 b = shapes.corner(triangle, 1);
            Vector3 c = shapes.corner(triangle, 2);
            put(bounds, 6 * triangle, a.x(), b.x(), c.x());
            put(bounds, 6 * triangle + 1, a.y(), b.y(), c.y());
            put(bounds, 6 * triangle + 2, a.z(), b.z(), c.z());
        }
        for (int sphere = 0; sphere < shapes.sphereCount(); sphere++) {
            Vector3 c = shapes.centre(sphere);
            double r = shapes.radius(sphere);
            int at = 6 * (triangles + sphere);
            put(bounds, at, c.x() - r, c.x() + r, c.x());
            put(bounds, at + 1, c.y() - r, c.y() + r, c.y());
            put(bounds, at + 2, c.z() - r, c.z() + r, c.z());
        }
        return bounds;
    }

    private static void put(double[] bounds, int at, double a, double b, double c) {
        double least = Math.min(a, Math.min(b, c));
        double most = Math.max(a, Math.max(b, c));
        double margin = MARGIN * Math.max(Math.abs(least), Math.abs(most));
        bounds[at] = least - margin;
        bounds[at + 3] = most + margin;
    }

    int material(int slot) {
        return material[slot];
    }

    /** The direction in which the surface looks there, of length 1: outward. */
    Vector3 faceNormal(int slot, Vector3 point) {
        int at = STRIDE * slot;
        if (shape[slot] < 0) {
            Vector3 centre = new Vector3(data[at], data[at + 1], data[at + 2]);
            return point.minus(centre).times(1 / data[at + 3]);
        }
        Vector3 first = new Vector3(data[at + 3], data[at + 4], data[at + 5]);
        Vector3 second = new Vector3(data[at + 6], data[at + 7], data[at + 8]);
        return first.cross(second).unit();
    }

    /**
     * The normal that light is worked out with: the face's own, or mixed from those of a smooth triangle's corners.
     *
     * @param u the weight of the second corner
     * @param v the weight of the third
     */
    Vector3 shadingNormal(int slot, Vector3 faceNormal, double u, double v) {
        int triangle = shape[slot];
        if (triangle < 0 || !shapes.isSmooth(triangle)) {
            return faceNormal;
        }
        Vector3 mixed = shapes.normal(triangle, 0)
                .times(1 - u - v)
                .plus(u, shapes.normal(triangle, 1))
                .plus(v, shapes.normal(triangle, 2));
        double length = mixed.length();
        if (!(length > 1e-6)) {
            return faceNormal;
        }
        // Files differ in which side they call outside; the corners' order decides.
        return mixed.times((mixed.dot(faceNormal) < 0 ? -1 : 1) / length);
    }

    /** Finds the nearest shape before {@code probe.distance}: sets distance and slot, and u and v on a triangle. */
    void nearest(Probe probe) {
        double[] boxes = hierarchy.boxes;
        int[] children = hierarchy.children;
        int[] stack = probe.stack;
        double[] stackDistance = probe.stackDistance;
        int top = 0;
        int node = hierarchy.root;
        while (true) {
            if (node < 0) {
                int first = Hierarchy.leafFirst(node);
                int end = first + Hierarchy.leafCount(node);
                for (int slot = first; slot < end; slot++) {
                    if (meets(probe, slot)) {
                        probe.distance = probe.meeting;
                        probe.slot = slot;
                        probe.u = probe.meetingU;
                        probe.v = probe.meetingV;
                    }
                }
            } else {
                double first = probe.enters(boxes, 12 * node);
                double second = probe.enters(boxes, 12 * node + 6);
                int one = children[2 * node];
                int other = children[2 * node + 1];
                if (second < first) {
                    int swapped = one;
                    one = other;
                    other = swapped;
                    double swappedDistance = first;
                    first = second;
                    second = swappedDistance;
                }
                if (first < Double.POSITIVE_INFINITY) {
                    if (second < Double.POSITIVE_INFINITY) {
                        stack[top] = other;
                        stackDistance[top++] = second;
                    }
                    node = one;
                    continue;
                }
            }
            do {
                if (top == 0) {
                    return;
                }
                node = stack[--top];
            } while (stackDistance[top] > probe.distance);
        }
    }

    /** Shows {@code shadow} every shape before {@code probe.distance}, in no order of distance, until it is dark. */
    void cast(Probe probe, Shadow shadow) {
        double[] boxes = hierarchy.boxes;
        int[] children = hierarchy.children;
        int[] stack = probe.stack;
        int top = 0;
        int node = hierarchy.root;
        while (true) {
            if (node < 0) {
                int first = Hierarchy.leafFirst(node);
                int end = first + Hierarchy.leafCount(node);
                for (int slot = first; slot < end; slot++) {
                    if (meets(probe, slot) && darkens(probe, slot, shadow)) {
                        return;
                    }
                }
            } else {
                boolean first = probe.enters(boxes, 12 * node) < Double.POSITIVE_INFINITY;
                boolean second = probe.enters(boxes, 12 * node + 6) < Double.POSITIVE_INFINITY;
                if (first || second) {
                    if (first && second) {
                        stack[top++] = children[2 * node + 1];
                    }
                    node = children[first ? 2 * node : 2 * node + 1];
                    continue;
                }
            }
            if (top == 0) {
                return;
            }
            node = stack[--top];
        }
    }

    private boolean darkens(Probe probe, int slot, Shadow shadow) {
        int through = material[slot];
        if (shadow.isStoppedBy(through)) {
            return true;
        }
        double distance = probe.meeting;
        double beyond = probe.leaving;
        shadow.cross(through, distance, probe.along(faceNormal(slot, probe.at(distance))));
        if (shape[slot] < 0 && beyond < probe.distance) {
            shadow.cross(through, beyond, probe.along(faceNormal(slot, probe.at(beyond))));
        }
        return false;
    }

    private boolean meets(Probe probe, int slot) {
        return shape[slot] < 0 ? meetsSphere(probe, STRIDE * slot) : meetsTriangle(probe, STRIDE * slot);
    }

    // The discriminant from the ray's nearest point to the centre: exact also for a small sphere far away.
    private boolean meetsSphere(Probe probe, int at) {
        double x = data[at] - probe.originX;
        double y = data[at + 1] - probe.originY;
        double z = data[at + 2] - probe.originZ;
        double along = x * probe.directionX + y * probe.directionY + z * probe.directionZ;
        double offX = x - along * probe.directionX;
        double offY = y - along * probe.directionY;
        double offZ = z - along * probe.directionZ;
        double discriminant = data[at + 4] - (offX * offX + offY * offY + offZ * offZ);
        if (discriminant < 0) {
            return false;
        }
        double half = Math.sqrt(discriminant);
        double distance = along - half;
        probe.leaving = along + half;
        if (distance <= 0) {
            distance = probe.leaving;
            probe.leaving = Double.POSITIVE_INFINITY;
        }
        probe.meeting = distance;
        return distance > 0 && distance < probe.distance;
    }

    // Möller and Trumbore's test, from both sides.
    private boolean meetsTriangle(Probe probe, int at) {
        double ax = data[at + 3];
        double ay = data[at + 4];
        double az = data[at + 5];
        double bx = data[at + 6];
        double by = data[at + 7];
        double bz = data[at + 8];
        double px = probe.directionY * bz - probe.directionZ * by;
        double py = probe.directionZ * bx - probe.directionX * bz;
        double pz = probe.directionX * by - probe.directionY * bx;
        double determinant = ax * px + ay * py + az * pz;
        if (determinant == 0) {
            return false;
        }
        double inverse = 1 / determinant;
        double x = probe.originX - data[at];
        double y = probe.originY - data[at + 1];
        double z = probe.originZ - data[at + 2];
        double u = (x * px + y * py + z * pz) * inverse;
        if (!(u >= -EDGE && u <= 1 + EDGE)) {
            return false;
        }
        double qx = y * az - z * ay;
        double qy = z * ax - x * az;
        double qz = x * ay - y * ax;
        double v = (probe.directionX * qx + probe.directionY * qy + probe.directionZ * qz) * inverse;
        if (!(v >= -EDGE && u + v <= 1 + EDGE)) {
            return false;
        }
        double distance = (bx * qx + by * qy + bz * qz) * inverse;
        probe.meeting = distance;
        probe.meetingU = u;
        probe.meetingV = v;
        return distance > 0 && distance < probe.distance;
    }
}
