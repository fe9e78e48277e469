package org.moide.samples.programs.raytrace.trace;

import org.moide.samples.programs.raytrace.scene.Vector3;

/**
 * A ray on its way through the {@link Geometry}, and what it has met: one object per thread, used again for every ray, so
 * that following a ray allocates nothing.
 */
final class Probe {
    /** Nothing met. */
    static final int NOTHING = -1;

    double originX;
    double originY;
    double originZ;
    /** The direction has length 1. */
    double directionX;

    double directionY;
    double directionZ;
    /** Where the nearest thing so far is; nothing beyond is looked at. */
    double distance;
    /** The nearest thing: a slot of the geometry, {@link #NOTHING}, or below that a plane ({@link World}). */
    int slot;
    /** Where on a triangle: the weights of its second and third corner. */
    double u;

    double v;
    /** What {@link Geometry} has just found, whether it is the nearest or not. */
    double meeting;

    double meetingU;
    double meetingV;
    /** Where the ray leaves a sphere that it has just been found to enter; infinite if it began inside. */
    double leaving;

    final int[] stack = new int[Hierarchy.MOST_DEPTH];
    final double[] stackDistance = new double[Hierarchy.MOST_DEPTH];

    private double inverseX;
    private double inverseY;
    private double inverseZ;
    /** Which of a box's six numbers the ray comes to first, by axis, as its direction's sign says. */
    private int nearX;

    private int nearY;
    private int nearZ;

    void aim(Vector3 origin, Vector3 direction, double reach) {
        originX = origin.x();
        originY = origin.y();
        originZ = origin.z();
        directionX = direction.x();
        directionY = direction.y();
        directionZ = direction.z();
        inverseX = 1 / directionX;
        inverseY = 1 / directionY;
        inverseZ = 1 / directionZ;
        nearX = inverseX < 0 ? 3 : 0;
        nearY = inverseY < 0 ? 4 : 1;
        nearZ = inverseZ < 0 ? 5 : 2;
        distance = reach;
        slot = NOTHING;
    }

    // A ray in the plane of a box's side has 0 · ∞ here, which is no number: every comparison with it is false, and as
    // they
    // are written that axis then excludes nothing.
    /** Where it enters the box that begins at {@code at} (0 if it is inside); infinite if it misses it. */
    double enters(double[] boxes, int at) {
        double near = (boxes[at + nearX] - originX) * inverseX;
        double far = (boxes[at + 3 - nearX] - originX) * inverseX;
        double nearOther = (boxes[at + nearY] - originY) * inverseY;
        double farOther = (boxes[at + 5 - nearY] - originY) * inverseY;
        near = nearOther > near ? nearOther : near;
        far = farOther < far ? farOther : far;
        nearOther = (boxes[at + nearZ] - originZ) * inverseZ;
        farOther = (boxes[at + 7 - nearZ] - originZ) * inverseZ;
        near = nearOther > near ? nearOther : near;
        far = farOther < far ? farOther : far;
        near = near > 0 ? near : 0;
        far = far < distance ? far : distance;
        return near <= far ? near : Double.POSITIVE_INFINITY;
    }

    Vector3 at(double where) {
        return new Vector3(originX + where * directionX, originY + where * directionY, originZ + where * directionZ);
    }

    /** The cosine between its direction and another. */
    double along(Vector3 other) {
        return directionX * other.x() + directionY * other.y() + directionZ * other.z();
    }
}
