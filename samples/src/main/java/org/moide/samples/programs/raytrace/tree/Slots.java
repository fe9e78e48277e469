package org.moide.samples.programs.raytrace.tree;

/**
 * The coordinates of shapes, slot by slot, and the tests whether rays hit them. The coordinates are written once; then
 * any thread may read them.
 */
final class Slots {
    static final int STRIDE = 9;
    /**
     * How far outside its edges a triangle still counts as hit, so that no ray passes between two neighbouring
     * triangles.
     */
    private static final double EDGE = 1e-12;

    /** For a triangle, a corner and the two edges from it; for a sphere, centre, radius and squared radius. */
    final double[] data;
    /** The shape in each slot: the number of a triangle, or {@code ~} the number of a sphere. */
    final int[] shape;

    Slots(int count) {
        data = new double[STRIDE * count];
        shape = new int[count];
    }

    /** Returns whether a ray hits a shape in front of the ray's origin. If so, sets {@code meeting} to the place. */
    boolean meets(
            int slot,
            double originX,
            double originY,
            double originZ,
            double directionX,
            double directionY,
            double directionZ,
            Meeting meeting) {
        return shape[slot] < 0
                ? meetsSphere(STRIDE * slot, originX, originY, originZ, directionX, directionY, directionZ, meeting)
                : meetsTriangle(STRIDE * slot, originX, originY, originZ, directionX, directionY, directionZ, meeting);
    }

    // The discriminant from the ray's nearest point to the centre: exact also for a small sphere far away.
    private boolean meetsSphere(
            int at,
            double originX,
            double originY,
            double originZ,
            double directionX,
            double directionY,
            double directionZ,
            Meeting meeting) {
        double x = data[at] - originX;
        double y = data[at + 1] - originY;
        double z = data[at + 2] - originZ;
        double along = x * directionX + y * directionY + z * directionZ;
        double offX = x - along * directionX;
        double offY = y - along * directionY;
        double offZ = z - along * directionZ;
        double discriminant = data[at + 4] - (offX * offX + offY * offY + offZ * offZ);
        if (discriminant < 0) {
            return false;
        }
        double half = Math.sqrt(discriminant);
        double distance = along - half;
        meeting.leaving = along + half;
        if (distance <= 0) {
            distance = meeting.leaving;
            meeting.leaving = Double.POSITIVE_INFINITY;
        }
        meeting.distance = distance;
        return distance > 0;
    }

    // Möller and Trumbore's test, from both sides.
    private boolean meetsTriangle(
            int at,
            double originX,
            double originY,
            double originZ,
            double directionX,
            double directionY,
            double directionZ,
            Meeting meeting) {
        double ax = data[at + 3];
        double ay = data[at + 4];
        double az = data[at + 5];
        double bx = data[at + 6];
        double by = data[at + 7];
        double bz = data[at + 8];
        double px = directionY * bz - directionZ * by;
        double py = directionZ * bx - directionX * bz;
        double pz = directionX * by - directionY * bx;
        double determinant = ax * px + ay * py + az * pz;
        if (determinant == 0) {
            return false;
        }
        double inverse = 1 / determinant;
        double x = originX - data[at];
        double y = originY - data[at + 1];
        double z = originZ - data[at + 2];
        double u = (x * px + y * py + z * pz) * inverse;
        if (!(u >= -EDGE && u <= 1 + EDGE)) {
            return false;
        }
        double qx = y * az - z * ay;
        double qy = z * ax - x * az;
        double qz = x * ay - y * ax;
        double v = (directionX * qx + directionY * qy + directionZ * qz) * inverse;
        if (!(v >= -EDGE && u + v <= 1 + EDGE)) {
            return false;
        }
        double distance = (bx * qx + by * qy + bz * qz) * inverse;
        meeting.distance = distance;
        meeting.u = u;
        meeting.v = v;
        meeting.leaving = Double.POSITIVE_INFINITY;
        return distance > 0;
    }
}
