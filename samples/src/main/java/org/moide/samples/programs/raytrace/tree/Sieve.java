package org.moide.samples.programs.raytrace.tree;

/**
 * Selects the rays of a packet that may hit a shape, in loops over floats that the JIT compiler vectorizes. It has a
 * margin for rounding, so it never excludes a ray that hits. The few rays that are left are then tested one by one with
 * doubles.
 *
 * <p>A ray is treated as a line, which is given by its direction and its moment about a reference point, origin ×
 * direction. A ray and an edge of a triangle span a volume; its sign shows on which side of the edge the ray passes. If
 * all rays have the same origin, the moments are 0; if all have the same direction, the part of the volume that depends
 * on the direction is the same for all.
 */
final class Sieve {
    /**
     * The margin for rounding: sixteen times the rounding of a float. In a sum of six products of rounded numbers,
     * there are nine such roundings.
     */
    private static final double ROUNDING = 0x1p-20;

    private final float[] alongX = new float[Packet.MOST];
    private final float[] alongY = new float[Packet.MOST];
    private final float[] alongZ = new float[Packet.MOST];
    private final float[] momentX = new float[Packet.MOST];
    private final float[] momentY = new float[Packet.MOST];
    private final float[] momentZ = new float[Packet.MOST];
    /** A value for each ray. The ray may hit the tested shape if its value is at least {@link #least}. */
    final float[] passes = new float[Packet.MOST];

    float least;
    private int count;
    /** The x of the reference point. Coordinates are measured from that point, so that floats are precise enough. */
    private double referenceX;

    private double referenceY;
    private double referenceZ;
    private double directionX;
    private double directionY;
    private double directionZ;
    private boolean hasOneOrigin;
    private boolean hasOneDirection;
    /** The largest distance of an origin from the reference point. */
    private double spread;

    void begin(Packet packet) {
        count = packet.count();
        Beam beam = packet.beam;
        hasOneOrigin = beam.hasOneOrigin();
        hasOneDirection = !hasOneOrigin && beam.hasOneDirection();
        referenceX = beam.middle(0);
        referenceY = beam.middle(1);
        referenceZ = beam.middle(2);
        directionX = packet.directionX(0);
        directionY = packet.directionY(0);
        directionZ = packet.directionZ(0);
        spread = beam.spread();
        for (int ray = 0; ray < count; ray++) {
            alongX[ray] = (float) packet.directionX(ray);
            alongY[ray] = (float) packet.directionY(ray);
            alongZ[ray] = (float) packet.directionZ(ray);
        }
        if (!hasOneOrigin) {
            for (int ray = 0; ray < count; ray++) {
                double x = packet.originX(ray) - referenceX;
                double y = packet.originY(ray) - referenceY;
                double z = packet.originZ(ray) - referenceZ;
                momentX[ray] = (float) (y * packet.directionZ(ray) - z * packet.directionY(ray));
                momentY[ray] = (float) (z * packet.directionX(ray) - x * packet.directionZ(ray));
                momentZ[ray] = (float) (x * packet.directionY(ray) - y * packet.directionX(ray));
            }
        }
    }

    private static double sum(double x, double y, double z) {
        return Math.abs(x) + Math.abs(y) + Math.abs(z);
    }

    /** Tests a triangle, given by nine numbers, for all rays from {@code first} on. */
    void tryTriangle(double[] data, int at, int first) {
        double ax = data[at] - referenceX;
        double ay = data[at + 1] - referenceY;
        double az = data[at + 2] - referenceZ;
        double ux = data[at + 3];
        double uy = data[at + 4];
        double uz = data[at + 5];
        double vx = data[at + 6];
        double vy = data[at + 7];
        double vz = data[at + 8];
        double bx = ax + ux;
        double by = ay + uy;
        double bz = az + uz;
        double cx = ax + vx;
        double cy = ay + vy;
        double cz = az + vz;
        double normalX = uy * vz - uz * vy;
        double normalY = uz * vx - ux * vz;
        double normalZ = ux * vy - uy * vx;
        double side = hasOneDirection
                ? directionX * normalX + directionY * normalY + directionZ * normalZ
                : ax * normalX + ay * normalY + az * normalZ;
        double flip = side < 0 ? -1 : 1;
        double n1x = flip * (by * cz - bz * cy);
        double n1y = flip * (bz * cx - bx * cz);
        double n1z = flip * (bx * cy - by * cx);
        double n2x = flip * (cy * az - cz * ay);
        double n2y = flip * (cz * ax - cx * az);
        double n2z = flip * (cx * ay - cy * ax);
        double n3x = flip * (ay * bz - az * by);
        double n3y = flip * (az * bx - ax * bz);
        double n3z = flip * (ax * by - ay * bx);
        double sum = sum(n1x, n1y, n1z) + sum(n2x, n2y, n2z) + sum(n3x, n3y, n3z);
        if (hasOneOrigin) {
            least = -(float) (ROUNDING * sum);
            sides(
                    alongX,
                    alongY,
                    alongZ,
                    first,
                    (float) n1x,
                    (float) n1y,
                    (float) n1z,
                    0,
                    (float) n2x,
                    (float) n2y,
                    (float) n2z,
                    0,
                    (float) n3x,
                    (float) n3y,
                    (float) n3z,
                    0);
            return;
        }
        least = -(float) (ROUNDING * (sum + 2 * spread * (sum(ux, uy, uz) + sum(vx, vy, vz))));
        if (hasOneDirection) {
            sides(
                    momentX,
                    momentY,
                    momentZ,
                    first,
                    (float) (flip * (vx - ux)),
                    (float) (flip * (vy - uy)),
                    (float) (flip * (vz - uz)),
                    (float) (directionX * n1x + directionY * n1y + directionZ * n1z),
                    (float) (-flip * vx),
                    (float) (-flip * vy),
                    (float) (-flip * vz),
                    (float) (directionX * n2x + directionY * n2y + directionZ * n2z),
                    (float) (flip * ux),
                    (float) (flip * uy),
                    (float) (flip * uz),
                    (float) (directionX * n3x + directionY * n3y + directionZ * n3z));
            return;
        }
        boolean isOneSided = Math.abs(side) > 1.001 * spread * sum(normalX, normalY, normalZ);
        lines(
                isOneSided,
                first,
                (float) n1x,
                (float) n1y,
                (float) n1z,
                (float) n2x,
                (float) n2y,
                (float) n2z,
                (float) n3x,
                (float) n3y,
                (float) n3z,
                (float) (flip * (vx - ux)),
                (float) (flip * (vy - uy)),
                (float) (flip * (vz - uz)),
                (float) (-flip * vx),
                (float) (-flip * vy),
                (float) (-flip * vz),
                (float) (flip * ux),
                (float) (flip * uy),
                (float) (flip * uz));
    }

    private void sides(
            float[] x,
            float[] y,
            float[] z,
            int first,
            float ax,
            float ay,
            float az,
            float ac,
            float bx,
            float by,
            float bz,
            float bc,
            float cx,
            float cy,
            float cz,
            float cc) {
        float[] into = passes;
        int end = count;
        for (int ray = first; ray < end; ray++) {
            float a = x[ray] * ax + y[ray] * ay + z[ray] * az + ac;
            float b = x[ray] * bx + y[ray] * by + z[ray] * bz + bc;
            float c = x[ray] * cx + y[ray] * cy + z[ray] * cz + cc;
            into[ray] = Math.min(a, Math.min(b, c));
        }
    }

    private void lines(
            boolean isOneSided,
            int first,
            float n1x,
            float n1y,
            float n1z,
            float n2x,
            float n2y,
            float n2z,
            float n3x,
            float n3y,
            float n3z,
            float e1x,
            float e1y,
            float e1z,
            float e2x,
            float e2y,
            float e2z,
            float e3x,
            float e3y,
            float e3z) {
        float[] x = alongX;
        float[] y = alongY;
        float[] z = alongZ;
        float[] mx = momentX;
        float[] my = momentY;
        float[] mz = momentZ;
        float[] into = passes;
        int end = count;
        if (isOneSided) {
            for (int ray = first; ray < end; ray++) {
                float a = x[ray] * n1x + y[ray] * n1y + z[ray] * n1z + mx[ray] * e1x + my[ray] * e1y + mz[ray] * e1z;
                float b = x[ray] * n2x + y[ray] * n2y + z[ray] * n2z + mx[ray] * e2x + my[ray] * e2y + mz[ray] * e2z;
                float c = x[ray] * n3x + y[ray] * n3y + z[ray] * n3z + mx[ray] * e3x + my[ray] * e3y + mz[ray] * e3z;
                into[ray] = Math.min(a, Math.min(b, c));
            }
            return;
        }
        for (int ray = first; ray < end; ray++) {
            float a = x[ray] * n1x + y[ray] * n1y + z[ray] * n1z + mx[ray] * e1x + my[ray] * e1y + mz[ray] * e1z;
            float b = x[ray] * n2x + y[ray] * n2y + z[ray] * n2z + mx[ray] * e2x + my[ray] * e2y + mz[ray] * e2z;
            float c = x[ray] * n3x + y[ray] * n3y + z[ray] * n3z + mx[ray] * e3x + my[ray] * e3y + mz[ray] * e3z;
            into[ray] = Math.max(Math.min(a, Math.min(b, c)), -Math.max(a, Math.max(b, c)));
        }
    }

    // How far from the centre a ray passes: the length of (centre − origin) × direction.
    void trySphere(double[] data, int at, int first) {
        double centreX = data[at] - referenceX;
        double centreY = data[at + 1] - referenceY;
        double centreZ = data[at + 2] - referenceZ;
        double error = ROUNDING * (sum(centreX, centreY, centreZ) + spread);
        least = -(float) (2 * data[at + 3] * error + error * error + ROUNDING * data[at + 4]);
        float cx = (float) centreX;
        float cy = (float) centreY;
        float cz = (float) centreZ;
        float square = (float) data[at + 4];
        float[] x = alongX;
        float[] y = alongY;
        float[] z = alongZ;
        float[] into = passes;
        int end = count;
        if (hasOneOrigin) {
            for (int ray = first; ray < end; ray++) {
                float qx = cy * z[ray] - cz * y[ray];
                float qy = cz * x[ray] - cx * z[ray];
                float qz = cx * y[ray] - cy * x[ray];
                into[ray] = square - (qx * qx + qy * qy + qz * qz);
            }
            return;
        }
        float[] mx = momentX;
        float[] my = momentY;
        float[] mz = momentZ;
        for (int ray = first; ray < end; ray++) {
            float qx = cy * z[ray] - cz * y[ray] - mx[ray];
            float qy = cz * x[ray] - cx * z[ray] - my[ray];
            float qz = cx * y[ray] - cy * x[ray] - mz[ray];
            into[ray] = square - (qx * qx + qy * qy + qz * qz);
        }
    }
}
