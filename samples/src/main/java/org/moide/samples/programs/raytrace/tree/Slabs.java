package org.moide.samples.programs.raytrace.tree;

/**
 * Tests with floats whether a ray enters a box. A ray is stored such that no box that it enters is missed because of
 * rounding: its origin is stored twice, rounded in both directions, so that it enters boxes rather too early and leaves
 * them rather too late, and the distance at which it leaves a box is slightly increased. Every walk uses the same
 * arithmetic, and each step of the arithmetic is monotone. So a ray that enters a leaf's box also enters all boxes
 * around that box.
 */
final class Slabs {
    /** The number of values of each ray, in an array with the values of several rays. */
    static final int STRIDE = 16;

    static final int NEAR_ORIGIN = 0;
    static final int FAR_ORIGIN = 3;
    static final int NEAR_INVERSE = 6;
    static final int FAR_INVERSE = 9;
    /** The index of the ray's limit among its values. */
    static final int LIMIT = 12;
    /** The result for a box that a ray misses. It is above every limit. */
    static final int NEVER = Integer.MAX_VALUE;
    /**
     * The factor by which the distance at which a ray leaves a box is increased: sixteen roundings of a float, of which
     * only three occur.
     */
    private static final float LATER = 1 + 16 * 0x1p-24f;
    /** The least absolute value of a direction's coordinate. With it, the inverse is finite, and no product is NaN. */
    private static final double FLATTEST = 1e-18;

    private Slabs() {}

    /**
     * Writes a ray's values on one axis.
     *
     * @param turns for each axis, what must be added to the index of a box's least bound to get the index of the bound
     *     that the ray reaches first
     */
    static void aim(float[] slabs, int at, int[] turns, int turnsAt, int axis, double origin, double direction) {
        boolean turned = direction < 0;
        double part = Math.abs(direction) < FLATTEST ? (turned ? -FLATTEST : FLATTEST) : direction;
        float inverse = (float) (1 / part);
        float low = Math.nextDown((float) origin);
        float high = Math.nextUp((float) origin);
        slabs[at + NEAR_ORIGIN + axis] = turned ? low : high;
        slabs[at + FAR_ORIGIN + axis] = turned ? high : low;
        slabs[at + NEAR_INVERSE + axis] = inverse;
        slabs[at + FAR_INVERSE + axis] = inverse * LATER;
        turns[turnsAt + axis] = 2 * BoxTree.TURN * axis + (turned ? BoxTree.TURN : 0);
    }

    /** Converts a distance along a ray to a limit, with which the results of {@link #enters} can be compared. */
    static float limit(double distance) {
        return -BoxTree.below(-distance) * LATER;
    }

    /**
     * Returns the distance at which a ray enters a box, as the bits of a float; for numbers from 0 on, bits have the
     * same order as floats. Returns {@link #NEVER} if the ray misses the box or enters it beyond its limit.
     */
    static int enters(float[] slabs, int at, int[] turns, int turnsAt, float[] boxes, int box) {
        int x = turns[turnsAt];
        int y = turns[turnsAt + 1];
        int z = turns[turnsAt + 2];
        // The bits of a float below 0 are a whole number below 0. Comparing these takes no branches, which the
        // processor would predict badly for rays.
        int near = Math.max(
                Math.max(
                        Float.floatToRawIntBits((boxes[box + x] - slabs[at + NEAR_ORIGIN]) * slabs[at + NEAR_INVERSE]),
                        Float.floatToRawIntBits(
                                (boxes[box + y] - slabs[at + NEAR_ORIGIN + 1]) * slabs[at + NEAR_INVERSE + 1])),
                Math.max(
                        Float.floatToRawIntBits(
                                (boxes[box + z] - slabs[at + NEAR_ORIGIN + 2]) * slabs[at + NEAR_INVERSE + 2]),
                        0));
        int far = Math.min(
                Math.min(
                        Float.floatToRawIntBits(
                                (boxes[box + other(x, 0)] - slabs[at + FAR_ORIGIN]) * slabs[at + FAR_INVERSE]),
                        Float.floatToRawIntBits(
                                (boxes[box + other(y, 1)] - slabs[at + FAR_ORIGIN + 1]) * slabs[at + FAR_INVERSE + 1])),
                Math.min(
                        Float.floatToRawIntBits(
                                (boxes[box + other(z, 2)] - slabs[at + FAR_ORIGIN + 2]) * slabs[at + FAR_INVERSE + 2]),
                        Float.floatToRawIntBits(slabs[at + LIMIT])));
        return near <= far ? near : NEVER;
    }

    /** Returns the index of the other bound on the same axis. */
    static int other(int turn, int axis) {
        return (4 * axis + 1) * BoxTree.TURN - turn;
    }
}
