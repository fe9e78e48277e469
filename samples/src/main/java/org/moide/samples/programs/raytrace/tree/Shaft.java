package org.moide.samples.programs.raytrace.tree;

/**
 * The shaft between two boxes: it contains all straight lines from one box to the other, and little else (shaft
 * culling: Haines and Wallace 1991). It is bounded by the box around both, and by planes through an edge of each of the
 * two boxes, which are parallel to an axis. Each thread has an object of its own, which is used for every pair of
 * boxes.
 */
public final class Shaft {
    /** The number of planes for which there is room: four for each pair of axes. At most half of them exist. */
    private static final int MOST_PLANES = 12;
    /**
     * The distance by which planes are moved outward, so that whatever touches a plane counts as inside in spite of
     * rounding.
     */
    private static final double MARGIN = 1e-6;

    private final double[] least = new double[3];
    private final double[] most = new double[3];
    private final int[] axis = new int[MOST_PLANES];
    private final int[] otherAxis = new int[MOST_PLANES];
    private final double[] slope = new double[MOST_PLANES];
    private final double[] otherSlope = new double[MOST_PLANES];
    private final double[] limit = new double[MOST_PLANES];
    /**
     * For each plane, which bounds of a box in a tree must be tested: those that are nearest to the plane's inner side.
     */
    private final int[] bound = new int[MOST_PLANES];

    private final int[] otherBound = new int[MOST_PLANES];
    private int planes;

    final int[] stack = new int[Walk.MOST_WAITING];

    /**
     * Sets the two boxes.
     *
     * @param one one box: least x, y and z, then largest x, y and z
     * @param two the other box, in the same form
     */
    public void put(double[] one, double[] two) {
        double size = 0;
        for (int of = 0; of < 3; of++) {
            double low = Math.min(one[of], two[of]);
            double high = Math.max(one[of + 3], two[of + 3]);
            least[of] = low;
            most[of] = high;
            size = Math.max(size, Math.max(high - low, Math.max(Math.abs(low), Math.abs(high))));
        }
        double margin = MARGIN * size;
        for (int of = 0; of < 3; of++) {
            least[of] -= margin;
            most[of] += margin;
        }
        planes = 0;
        for (int of = 0; of < 3; of++) {
            int next = (of + 1) % 3;
            for (int corner = 0; corner < 4; corner++) {
                add(of, next, (corner & 1) == 0 ? 1 : -1, corner < 2 ? 1 : -1, one, two, margin);
            }
        }
    }

    /**
     * Adds a plane through an edge of each box, on a certain side of both. There is such a plane only if each of the
     * two boxes is further out than the other on one of the two axes.
     */
    private void add(int of, int next, int side, int nextSide, double[] one, double[] two, double margin) {
        double x = side > 0 ? one[of + 3] : one[of];
        double y = nextSide > 0 ? one[next + 3] : one[next];
        double right = side * ((side > 0 ? two[of + 3] : two[of]) - x);
        double up = nextSide * ((nextSide > 0 ? two[next + 3] : two[next]) - y);
        if ((right < 0 && up > 0) || (right > 0 && up < 0)) {
            double along = side * Math.abs(up);
            double across = nextSide * Math.abs(right);
            axis[planes] = of;
            otherAxis[planes] = next;
            slope[planes] = along;
            otherSlope[planes] = across;
            limit[planes] = along * x + across * y + (Math.abs(up) + Math.abs(right)) * margin;
            bound[planes] = (2 * of + (side > 0 ? 0 : 1)) * BoxTree.WIDTH;
            otherBound[planes] = (2 * next + (nextSide > 0 ? 0 : 1)) * BoxTree.WIDTH;
            planes++;
        }
    }

    /** Returns whether a box of a tree may be partly inside the shaft. */
    boolean touches(float[] boxes, int box) {
        if (boxes[box] > most[0]
                || boxes[box + BoxTree.WIDTH] < least[0]
                || boxes[box + 2 * BoxTree.WIDTH] > most[1]
                || boxes[box + 3 * BoxTree.WIDTH] < least[1]
                || boxes[box + 4 * BoxTree.WIDTH] > most[2]
                || boxes[box + 5 * BoxTree.WIDTH] < least[2]) {
            return false;
        }
        for (int plane = 0; plane < planes; plane++) {
            if (slope[plane] * boxes[box + bound[plane]] + otherSlope[plane] * boxes[box + otherBound[plane]]
                    > limit[plane]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether a convex shape may be partly inside the shaft.
     *
     * @param corners the corners of the shape, three numbers for each
     * @param from the index of the first corner
     * @param count the number of corners
     */
    public boolean touches(double[] corners, int from, int count) {
        int end = from + 3 * count;
        for (int of = 0; of < 3; of++) {
            boolean isBelow = true;
            boolean isAbove = true;
            for (int at = from + of; at < end; at += 3) {
                isBelow &= corners[at] < least[of];
                isAbove &= corners[at] > most[of];
            }
            if (isBelow || isAbove) {
                return false;
            }
        }
        for (int plane = 0; plane < planes; plane++) {
            boolean isOutside = true;
            for (int at = from; at < end && isOutside; at += 3) {
                isOutside =
                        slope[plane] * corners[at + axis[plane]] + otherSlope[plane] * corners[at + otherAxis[plane]]
                                > limit[plane];
            }
            if (isOutside) {
                return false;
            }
        }
        return true;
    }
}
