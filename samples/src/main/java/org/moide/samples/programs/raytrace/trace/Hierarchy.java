package org.moide.samples.programs.raytrace.trace;

/**
 * A tree of boxes around shapes, built top-down by the surface area heuristic over bins: cut where the areas of the two
 * sides, weighed by how many shapes they hold, are smallest, since a ray meets a box as often as its area is large.
 * Deterministic: the same boxes give the same tree. Immutable; any thread.
 */
final class Hierarchy {
    /**
     * Levels cut by the heuristic; below it, or where it finds nothing to cut, halves (at most 25 levels for the most
     * shapes there may be).
     */
    private static final int HEURISTIC_DEPTH = 64;

    /** No path is longer, so a stack of this length never overflows. */
    static final int MOST_DEPTH = HEURISTIC_DEPTH + 32;

    private static final int BINS = 16;
    /** What visiting a node costs, in tests of a shape. */
    private static final double NODE_COST = 1.0;
    /** What one leaf may hold: its count has four bits in {@link #leaf}. */
    private static final int MOST_IN_LEAF = 8;

    /** Twelve for each node: least x y z and most x y z of its first child's box, then of its second's. */
    final double[] boxes;
    /** Two for each node: a node's number, or a leaf ({@link #leaf}). */
    final int[] children;
    /** The root: a node's number or a leaf. */
    final int root;
    /** The shapes in the order of the leaves. */
    final int[] order;

    private int nodeCount;
    private final double[] bounds;

    /**
     * @param bounds six for each shape: least x y z, most x y z
     */
    Hierarchy(double[] bounds) {
        this.bounds = bounds;
        int count = bounds.length / 6;
        order = new int[count];
        for (int i = 0; i < count; i++) {
            order[i] = i;
        }
        boxes = new double[12 * Math.max(0, count - 1)];
        children = new int[2 * Math.max(0, count - 1)];
        root = build(0, count, 0);
    }

    static int leaf(int first, int count) {
        return ~(first << 4 | count);
    }

    static int leafFirst(int leaf) {
        return ~leaf >>> 4;
    }

    static int leafCount(int leaf) {
        return ~leaf & 15;
    }

    private double centre(int shape, int axis) {
        return bounds[6 * shape + axis] + bounds[6 * shape + 3 + axis];
    }

    private int build(int from, int to, int depth) {
        int count = to - from;
        if (count <= 1) {
            return leaf(from, count);
        }
        int middle = depth < HEURISTIC_DEPTH ? cut(from, to) : halves(from, to);
        if (middle == from) {
            return leaf(from, count);
        }
        int node = nodeCount++;
        enclose(from, middle, boxes, 12 * node);
        enclose(middle, to, boxes, 12 * node + 6);
        children[2 * node] = build(from, middle, depth + 1);
        children[2 * node + 1] = build(middle, to, depth + 1);
        return node;
    }

    /** The middle of a range that is too big for a leaf; its beginning if it may be one. */
    private static int halves(int from, int to) {
        return to - from <= MOST_IN_LEAF ? from : (from + to) >>> 1;
    }

    /** Sorts the range in two and answers where the second begins; its beginning if it is to be one leaf. */
    private int cut(int from, int to) {
        double[] whole = new double[6];
        enclose(from, to, whole, 0);
        double bestCost = Double.POSITIVE_INFINITY;
        int bestAxis = 0;
        int bestBin = 0;
        double[] least = new double[3];
        double[] scale = new double[3];
        for (int axis = 0; axis < 3; axis++) {
            double low = Double.POSITIVE_INFINITY;
            double high = Double.NEGATIVE_INFINITY;
            for (int i = from; i < to; i++) {
                double centre = centre(order[i], axis);
                low = Math.min(low, centre);
                high = Math.max(high, centre);
            }
            least[axis] = low;
            scale[axis] = BINS / (high - low);
            if (!(high > low) || scale[axis] == Double.POSITIVE_INFINITY) {
                continue;
            }
            double[] costs = costs(from, to, axis, low, scale[axis]);
            for (int bin = 1; bin < BINS; bin++) {
                if (costs[bin] < bestCost) {
                    bestCost = costs[bin];
                    bestAxis = axis;
                    bestBin = bin;
                }
            }
        }
        int count = to - from;
        double area = area(whole, 0);
        if (bestCost == Double.POSITIVE_INFINITY
                || (count <= MOST_IN_LEAF && NODE_COST * area + bestCost >= count * area)) {
            return halves(from, to);
        }
        return partition(from, to, bestAxis, bestBin, least[bestAxis], scale[bestAxis]);
    }

    private int bin(int shape, int axis, double low, double scale) {
        return Math.min(BINS - 1, (int) ((centre(shape, axis) - low) * scale));
    }

    /** The cost of cutting before each bin. */
    private double[] costs(int from, int to, int axis, double low, double scale) {
        int[] counts = new int[BINS];
        double[] binBoxes = new double[6 * BINS];
        for (int bin = 0; bin < BINS; bin++) {
            clear(binBoxes, 6 * bin);
        }
        for (int i = from; i < to; i++) {
            int bin = bin(order[i], axis, low, scale);
            counts[bin]++;
            join(binBoxes, 6 * bin, bounds, 6 * order[i]);
        }
        double[] costs = new double[BINS];
        double[] box = new double[6];
        clear(box, 0);
        int below = 0;
        for (int bin = 1; bin < BINS; bin++) {
            join(box, 0, binBoxes, 6 * (bin - 1));
            below += counts[bin - 1];
            costs[bin] = below == 0 ? Double.POSITIVE_INFINITY : below * area(box, 0);
        }
        clear(box, 0);
        int above = 0;
        for (int bin = BINS - 1; bin > 0; bin--) {
            join(box, 0, binBoxes, 6 * bin);
            above += counts[bin];
            costs[bin] += above == 0 ? Double.POSITIVE_INFINITY : above * area(box, 0);
        }
        return costs;
    }

    private int partition(int from, int to, int axis, int bin, double low, double scale) {
        int left = from;
        int right = to - 1;
        while (left <= right) {
            if (bin(order[left], axis, low, scale) < bin) {
                left++;
            } else {
                int swapped = order[left];
                order[left] = order[right];
                order[right--] = swapped;
            }
        }
        return left;
    }

    private void enclose(int from, int to, double[] into, int at) {
        clear(into, at);
        for (int i = from; i < to; i++) {
            join(into, at, bounds, 6 * order[i]);
        }
    }

    private static void clear(double[] box, int at) {
        for (int axis = 0; axis < 3; axis++) {
            box[at + axis] = Double.POSITIVE_INFINITY;
            box[at + 3 + axis] = Double.NEGATIVE_INFINITY;
        }
    }

    private static void join(double[] box, int at, double[] other, int otherAt) {
        for (int axis = 0; axis < 3; axis++) {
            box[at + axis] = Math.min(box[at + axis], other[otherAt + axis]);
            box[at + 3 + axis] = Math.max(box[at + 3 + axis], other[otherAt + 3 + axis]);
        }
    }

    /** Half the surface. */
    private static double area(double[] box, int at) {
        double x = box[at + 3] - box[at];
        double y = box[at + 4] - box[at + 1];
        double z = box[at + 5] - box[at + 2];
        return x * y + y * z + z * x;
    }
}
