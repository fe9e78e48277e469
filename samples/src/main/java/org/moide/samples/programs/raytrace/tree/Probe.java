package org.moide.samples.programs.raytrace.tree;

/**
 * A ray on its way through {@link Solids}, and what it has met: one object per thread, used again for every ray, so
 * that following a ray allocates nothing.
 */
public final class Probe {
    /** The value for nothing met. */
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
     * Sets out anew.
     *
     * @param directionX with the others of length 1
     * @param reach beyond which nothing is looked at
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

    /** Meets something, so nothing beyond is looked at. */
    public void meet(int met, double at, double weightOfSecond, double weightOfThird) {
        slot = met;
        distance = at;
        u = weightOfSecond;
        v = weightOfThird;
        slabs[Slabs.LIMIT] = Slabs.limit(at);
    }

    /** The distance of the nearest thing so far; the reach if there is none. */
    public double distance() {
        return distance;
    }

    /** The thing that it has met: a slot of the tree, {@link #NOTHING}, or what the caller has put in. */
    public int slot() {
        return slot;
    }

    /** The place on a triangle: the weight of its second corner. */
    public double u() {
        return u;
    }

    /** The weight of its third corner. */
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
