package org.moide.samples.programs.raytrace.tree;

/**
 * A ray through {@link Solids}, and what it has hit. Each thread has an object of its own, which is used for every ray,
 * so that following a ray allocates nothing.
 */
public final class Probe {
    /** The value of a slot that says that the ray has hit nothing. */
    public static final int NOTHING = -1;

    double originX;
    double originY;
    double originZ;
    double directionX;
    double directionY;
    double directionZ;
    private double distance;
    private int slot;
    private double u;
    private double v;

    final Meeting meeting = new Meeting();
    final float[] slabs = new float[Slabs.STRIDE];
    final int[] turns = new int[3];
    final int[] stack = new int[Walk.MOST_WAITING];
    final int[] stackEntry = new int[Walk.MOST_WAITING];

    /**
     * Sets a new ray.
     *
     * @param directionX the x of the direction, which has length 1
     * @param reach the distance beyond which nothing is tested
     */
    public void aim(
            double originX,
            double originY,
            double originZ,
            double directionX,
            double directionY,
            double directionZ,
            double reach) {
        this.originX = originX;
        this.originY = originY;
        this.originZ = originZ;
        this.directionX = directionX;
        this.directionY = directionY;
        this.directionZ = directionZ;
        Slabs.aim(slabs, 0, turns, 0, 0, originX, directionX);
        Slabs.aim(slabs, 0, turns, 0, 1, originY, directionY);
        Slabs.aim(slabs, 0, turns, 0, 2, originZ, directionZ);
        distance = reach;
        slabs[Slabs.LIMIT] = Slabs.limit(reach);
        slot = NOTHING;
    }

    /** Sets the hit of the ray. Nothing beyond it is tested any more. */
    public void meet(int met, double at, double weightOfSecond, double weightOfThird) {
        slot = met;
        distance = at;
        u = weightOfSecond;
        v = weightOfThird;
        slabs[Slabs.LIMIT] = Slabs.limit(at);
    }

    /** Returns the distance of the nearest hit so far; the reach if there is none. */
    public double distance() {
        return distance;
    }

    /** Returns what the ray has hit: a slot of the tree, {@link #NOTHING}, or a value that the caller has set. */
    public int slot() {
        return slot;
    }

    /**
     * Returns the weight of a triangle's second corner at the point that was hit, which says where on the triangle the
     * point is.
     */
    public double u() {
        return u;
    }

    /** Returns the weight of a triangle's third corner at the point that was hit. */
    public double v() {
        return v;
    }

    public double originX() {
        return originX;
    }

    public double originY() {
        return originY;
    }

    public double originZ() {
        return originZ;
    }

    public double directionX() {
        return directionX;
    }

    public double directionY() {
        return directionY;
    }

    public double directionZ() {
        return directionZ;
    }
}
