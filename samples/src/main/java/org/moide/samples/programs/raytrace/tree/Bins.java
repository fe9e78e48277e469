package org.moide.samples.programs.raytrace.tree;

import java.util.Arrays;

/**
 * Counts shapes by bins: a shape belongs to the bin in which its centre is. This is done on all three axes in one pass,
 * and for each bin the box around its shapes is computed. The surface area heuristic needs these figures. Used by one
 * thread at a time, for one range of shapes after the other.
 */
final class Bins {
    static final int COUNT = 16;

    private final float[] bounds;
    private final int[] order;
    /**
     * The least coordinate of the centres in the range, on each axis. {@code scale} has the number of bins for each
     * unit of length; it is 0 if all centres are equal on the axis.
     */
    final float[] least = new float[3];

    final float[] scale = new float[3];
    private final float[] most = new float[3];
    private final int[] counts = new int[3 * COUNT];
    private final float[] boxes = new float[3 * COUNT * 6];
    private final float[] below = new float[COUNT];
    private final float[] box = new float[6];
    /** The axis on which the best cut was found. The next fields are the bin before which it cuts, and its cost. */
    int bestAxis;

    int bestBin;
    float bestCost;

    /**
     * Prepares to count the shapes of one tree.
     *
     * @param bounds the bounds, six for each shape: least x, y, z, then largest x, y, z
     * @param order the numbers of the shapes; those of a range are adjacent
     */
    Bins(float[] bounds, int[] order) {
        this.bounds = bounds;
        this.order = order;
    }

    /**
     * Returns twice the coordinate of a shape's centre; the factor does not matter, because only differences are used.
     */
    float middle(int shape, int axis) {
        return bounds[6 * shape + axis] + bounds[6 * shape + 3 + axis];
    }

    int bin(int shape, int axis) {
        return Math.max(0, Math.min(COUNT - 1, (int) ((middle(shape, axis) - least[axis]) * scale[axis])));
    }

    /** Determines the range of the centres' coordinates. */
    void measure(int from, int to) {
        Arrays.fill(least, Float.POSITIVE_INFINITY);
        Arrays.fill(most, Float.NEGATIVE_INFINITY);
        for (int i = from; i < to; i++) {
            int shape = order[i];
            for (int axis = 0; axis < 3; axis++) {
                float middle = middle(shape, axis);
                if (middle < least[axis]) {
                    least[axis] = middle;
                }
                if (middle > most[axis]) {
                    most[axis] = middle;
                }
            }
        }
    }

    /**
     * Extends the range of coordinates by the one that another object has determined for another part of the shapes.
     */
    void measured(Bins other) {
        for (int axis = 0; axis < 3; axis++) {
            least[axis] = Math.min(least[axis], other.least[axis]);
            most[axis] = Math.max(most[axis], other.most[axis]);
        }
    }

    /** Divides the range of coordinates into bins, which are empty at first. */
    void begin() {
        for (int axis = 0; axis < 3; axis++) {
            float length = most[axis] - least[axis];
            float each = COUNT / length;
            scale[axis] = length > 0 && each < Float.POSITIVE_INFINITY ? each : 0;
        }
        clear();
    }

    /** Makes the same bins as another object, empty at first. */
    void beginAs(Bins other) {
        System.arraycopy(other.least, 0, least, 0, 3);
        System.arraycopy(other.scale, 0, scale, 0, 3);
        clear();
    }

    private void clear() {
        Arrays.fill(counts, 0);
        for (int bin = 0; bin < 3 * COUNT; bin++) {
            empty(boxes, 6 * bin);
        }
    }

    void fill(int from, int to) {
        for (int i = from; i < to; i++) {
            int shape = order[i];
            for (int axis = 0; axis < 3; axis++) {
                int bin = axis * COUNT + bin(shape, axis);
                counts[bin]++;
                join(boxes, 6 * bin, bounds, 6 * shape);
            }
        }
    }

    /** Adds what another object has counted for another part of the shapes. */
    void filled(Bins other) {
        for (int bin = 0; bin < 3 * COUNT; bin++) {
            counts[bin] += other.counts[bin];
            join(boxes, 6 * bin, other.boxes, 6 * bin);
        }
    }

    /** Finds the best cut. Its cost is infinite if there is none. */
    void decide() {
        bestCost = Float.POSITIVE_INFINITY;
        bestAxis = 0;
        bestBin = 0;
        for (int axis = 0; axis < 3; axis++) {
            if (scale[axis] > 0) {
                decide(axis);
            }
        }
    }

    private void decide(int axis) {
        int first = axis * COUNT;
        empty(box, 0);
        int count = 0;
        for (int bin = 1; bin < COUNT; bin++) {
            join(box, 0, boxes, 6 * (first + bin - 1));
            count += counts[first + bin - 1];
            below[bin] = count == 0 ? Float.POSITIVE_INFINITY : count * area(box, 0);
        }
        empty(box, 0);
        count = 0;
        for (int bin = COUNT - 1; bin > 0; bin--) {
            join(box, 0, boxes, 6 * (first + bin));
            count += counts[first + bin];
            float cost = count == 0 ? Float.POSITIVE_INFINITY : below[bin] + count * area(box, 0);
            if (cost < bestCost) {
                bestCost = cost;
                bestAxis = axis;
                bestBin = bin;
            }
        }
    }

    /**
     * Writes the boxes of the two sides of the best cut: that of the lower side at index {@code at}, that of the upper
     * side after it.
     */
    void sides(float[] into, int at) {
        empty(into, at);
        empty(into, at + 6);
        for (int bin = 0; bin < COUNT; bin++) {
            join(into, bin < bestBin ? at : at + 6, boxes, 6 * (bestAxis * COUNT + bin));
        }
    }

    static void empty(float[] box, int at) {
        for (int axis = 0; axis < 3; axis++) {
            box[at + axis] = Float.POSITIVE_INFINITY;
            box[at + 3 + axis] = Float.NEGATIVE_INFINITY;
        }
    }

    static void join(float[] box, int at, float[] other, int otherAt) {
        for (int axis = 0; axis < 3; axis++) {
            if (other[otherAt + axis] < box[at + axis]) {
                box[at + axis] = other[otherAt + axis];
            }
            if (other[otherAt + 3 + axis] > box[at + 3 + axis]) {
                box[at + 3 + axis] = other[otherAt + 3 + axis];
            }
        }
    }

    /** Returns half of a box's surface area. */
    static float area(float[] box, int at) {
        float x = box[at + 3] - box[at];
        float y = box[at + 4] - box[at + 1];
        float z = box[at + 5] - box[at + 2];
        return x * y + y * z + z * x;
    }
}
