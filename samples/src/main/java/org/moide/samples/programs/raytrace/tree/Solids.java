package org.moide.samples.programs.raytrace.tree;

/**
 * Spheres and triangles laid out for speed: in the order of their {@link BoxTree}'s leaves, nine numbers each, so that the
 * shapes of a leaf are neighbours in memory. Their numbers are doubles: rays begin and end so close to surfaces that floats
 * would have them begin on the other side. Immutable; any thread, each with its own {@link Probe} and {@link Packet}.
 */
public final class Solids {
    static final int STRIDE = 9;
    /** How far outside its edges a triangle still counts as met, so that no ray slips between two neighbours. */
    private static final double EDGE = 1e-12;

    /** Where the shapes come from. Any thread. */
    public interface Source {
        int triangles();

        int spheres();

        /** Writes nine numbers: a triangle's corners. */
        void triangle(int number, double[] into, int at);

        /** Writes four numbers: a sphere's centre and radius. */
        void sphere(int number, double[] into, int at);
    }

    final BoxTree tree;
    /** A triangle: a corner and the two edges from it. A sphere: centre, radius, radius². */
    final double[] data;
    /** The shape in each slot: a triangle's number, or {@code ~} a sphere's. */
    final int[] shape;

    /**
     * Builds the tree.
     *
     * @param threads that may build it, this one among them
     */
    public Solids(Source source, int threads) {
        int triangles = source.triangles();
        int count = triangles + source.spheres();
        float[] bounds = new float[6 * count];
        data = new double[STRIDE * count];
        shape = new int[count];
        try (Crew crew = new Crew(threads)) {
            crew.each(count, number -> bound(source, triangles, number, bounds));
            tree = new TreeBuilder(bounds, crew).build();
            crew.each(count, slot -> put(source, triangles, slot));
        }
    }

    private void put(Source source, int triangles, int slot) {
        int number = tree.shape(slot);
        int at = STRIDE * slot;
        if (number < triangles) {
            source.triangle(number, data, at);
            for (int axis = 0; axis < 3; axis++) {
                data[at + 3 + axis] -= data[at + axis];
                data[at + 6 + axis] -= data[at + axis];
            }
            shape[slot] = number;
        } else {
            source.sphere(number - triangles, data, at);
            data[at + 4] = data[at + 3] * data[at + 3];
            shape[slot] = ~(number - triangles);
        }
    }

    private static void bound(Source source, int triangles, int number, float[] bounds) {
        double[] of = new double[STRIDE];
        if (number < triangles) {
            source.triangle(number, of, 0);
            for (int axis = 0; axis < 3; axis++) {
                BoxTree.bound(
                        bounds,
                        6 * number + axis,
                        Math.min(of[axis], Math.min(of[axis + 3], of[axis + 6])),
                        Math.max(of[axis], Math.max(of[axis + 3], of[axis + 6])));
            }
        } else {
            source.sphere(number - triangles, of, 0);
            for (int axis = 0; axis < 3; axis++) {
                BoxTree.bound(bounds, 6 * number + axis, of[axis] - of[3], of[axis] + of[3]);
            }
        }
    }

    public int count() {
        return shape.length;
    }

    /** The shape in a slot, as its source numbers it: a triangle's number, or {@code ~} a sphere's. */
    public int shape(int slot) {
        return shape[slot];
    }

    /** One of the nine numbers of a slot: a triangle's corner and two edges, or a sphere's centre, radius, radius². */
    public double number(int slot, int index) {
        return data[STRIDE * slot + index];
    }

    /** Finds the nearest shape before the probe's distance: {@link Probe#meet} is called. */
    public void nearest(Probe probe) {
        Walk.nearest(this, probe);
    }

    /** Shows every shape before the probe's distance to {@code crossing}, in no order of distance, until it has enough. */
    public void all(Probe probe, Crossing crossing) {
        Walk.all(this, probe, crossing);
    }

    /** Finds the nearest shape for each ray of a packet, the same as {@link #nearest(Probe)} finds. */
    public void nearest(Packet packet) {
        new PacketWalk(this, packet, null).run();
    }

    /** Tells of each ray of a packet whether a shape is before its reach: {@code blocking} is asked, in no order. */
    public void blocked(Packet packet, Blocking blocking) {
        new PacketWalk(this, packet, blocking).run();
    }

    /** Whether a ray and a shape meet somewhere before the ray; {@code meeting} then says where. */
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
