package org.moide.samples.programs.raytrace.tree;

import java.util.Arrays;
import java.util.concurrent.RecursiveAction;

/**
 * Builds a {@link BoxTree}. First it builds a binary tree from the root down, by the surface area heuristic with bins.
 * A range of shapes is cut where the sum of the areas of both sides' boxes, each multiplied by its number of shapes, is
 * smallest, because the probability that a ray hits a box is proportional to the box's area. Then nodes take over the
 * children of their own children, those of the largest child first, until they have the full number of children.
 *
 * <p>The sides of a cut are built in parallel if they are large, and the shapes of a large range are counted in
 * parallel. A cut's number follows from its place in the order of shapes, and boxes and counts can be joined in any
 * order, so the tree does not depend on the threads.
 */
final class TreeBuilder {
    /**
     * The most levels that are cut by the heuristic. Below these levels, or where the heuristic finds no cut, ranges
     * are halved (at most 25 times one after the other, for the largest number of shapes).
     */
    private static final int HEURISTIC_DEPTH = 64;

    /** An upper bound for the length of a path in the tree. */
    static final int MOST_DEPTH = HEURISTIC_DEPTH + 32;

    /** The cost of visiting a node, expressed as a number of tests of a shape. */
    private static final float NODE_COST = 1;
    /**
     * The least number of shapes for which a side of a cut is left to another thread. A smaller side takes less time to
     * build than a thread takes to wake.
     */
    private static final int LEAST_APART = 4096;
    /** The least number of shapes in a range that several threads count in parts. */
    private static final int LEAST_IN_PARTS = 1 << 16;

    private final float[] bounds;
    private final Crew crew;
    private final int threads;
    private final int[] order;
    /**
     * The cuts, each at its place in the order of shapes. A cut has two children, each of which is a cut or a leaf, and
     * the boxes of both.
     */
    private final int[] cuts;

    private final float[] cutBoxes;
    private float[] boxes = new float[0];
    private int[] children = new int[0];
    private int nodes;

    TreeBuilder(float[] bounds, Crew crew) {
        this.bounds = bounds;
        this.crew = crew;
        threads = crew.threads();
        int count = bounds.length / 6;
        order = new int[count];
        for (int i = 0; i < count; i++) {
            order[i] = i;
        }
        cuts = new int[2 * count];
        cutBoxes = new float[12 * count];
    }

    BoxTree build() {
        int count = order.length;
        Part whole = new Part(0, count, 0);
        crew.run(whole);
        int root = whole.child;
        int room = Math.max(1, count / 2);
        boxes = new float[BoxTree.STRIDE * room];
        children = new int[BoxTree.WIDTH * room];
        if (root < 0) {
            int node = newNode();
            if (count > 0) {
                float[] box = new float[6];
                enclose(0, count, box, 0);
                put(node, 0, root, box, 0);
            }
        } else {
            join(root);
        }
        return new BoxTree(
                Arrays.copyOf(boxes, BoxTree.STRIDE * nodes), Arrays.copyOf(children, BoxTree.WIDTH * nodes), order);
    }

    /** The building of one side of a cut, by any free thread. */
    private final class Part extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        private final int from;
        private final int to;
        private final int depth;
        private int child;

        Part(int from, int to, int depth) {
            this.from = from;
            this.to = to;
            this.depth = depth;
        }

        @Override
        protected void compute() {
            child = build(from, to, depth, new Bins(bounds, order));
        }
    }

    /** The counting of the shapes in a part of a range, by any free thread. */
    private final class Count extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        private final int from;
        private final int to;
        private final transient Bins bins = new Bins(bounds, order);
        private transient boolean fills;

        Count(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (fills) {
                bins.fill(from, to);
            } else {
                bins.measure(from, to);
            }
        }
    }

    private int build(int from, int to, int depth, Bins bins) {
        int count = to - from;
        if (count <= 1) {
            return BoxTree.leaf(from, count);
        }
        int middle = depth < HEURISTIC_DEPTH ? cut(from, to, bins) : halves(from, to);
        if (middle == from) {
            return BoxTree.leaf(from, count);
        }
        if (threads > 1 && count > LEAST_APART) {
            Part lower = new Part(from, middle, depth + 1);
            Part upper = new Part(middle, to, depth + 1);
            RecursiveAction.invokeAll(lower, upper);
            cuts[2 * middle] = lower.child;
            cuts[2 * middle + 1] = upper.child;
        } else {
            cuts[2 * middle] = build(from, middle, depth + 1, bins);
            cuts[2 * middle + 1] = build(middle, to, depth + 1, bins);
        }
        return middle;
    }

    /** Returns the middle of a range, if the range is too large for a leaf; otherwise its beginning. */
    private int halves(int from, int to) {
        if (to - from <= BoxTree.MOST_IN_LEAF) {
            return from;
        }
        int middle = (from + to) >>> 1;
        enclose(from, middle, cutBoxes, 12 * middle);
        enclose(middle, to, cutBoxes, 12 * middle + 6);
        return middle;
    }

    /**
     * Divides a range into two, and returns where the second one begins. If the range becomes a leaf, returns where the
     * range begins.
     */
    private int cut(int from, int to, Bins bins) {
        count(from, to, bins);
        bins.decide();
        int count = to - from;
        if (bins.bestCost == Float.POSITIVE_INFINITY) {
            return halves(from, to);
        }
        if (count <= BoxTree.MOST_IN_LEAF) {
            float[] whole = new float[6];
            enclose(from, to, whole, 0);
            float area = Bins.area(whole, 0);
            if (NODE_COST * area + bins.bestCost >= count * area) {
                return from;
            }
        }
        int middle = partition(from, to, bins);
        bins.sides(cutBoxes, 12 * middle);
        return middle;
    }

    private void count(int from, int to, Bins bins) {
        if (threads == 1 || to - from < LEAST_IN_PARTS) {
            bins.measure(from, to);
            bins.begin();
            bins.fill(from, to);
            return;
        }
        Count[] parts = new Count[threads];
        for (int part = 0; part < threads; part++) {
            long length = (long) to - from;
            parts[part] =
                    new Count(from + (int) (length * part / threads), from + (int) (length * (part + 1) / threads));
        }
        RecursiveAction.invokeAll(parts);
        bins.measure(from, from);
        for (Count part : parts) {
            bins.measured(part.bins);
        }
        bins.begin();
        for (Count part : parts) {
            part.reinitialize();
            part.fills = true;
            part.bins.beginAs(bins);
        }
        RecursiveAction.invokeAll(parts);
        for (Count part : parts) {
            bins.filled(part.bins);
        }
    }

    private int partition(int from, int to, Bins bins) {
        int left = from;
        int right = to - 1;
        while (left <= right) {
            if (bins.bin(order[left], bins.bestAxis) < bins.bestBin) {
                left++;
            } else {
                int swapped = order[left];
                order[left] = order[right];
                order[right--] = swapped;
            }
        }
        return left;
    }

    private void enclose(int from, int to, float[] into, int at) {
        Bins.empty(into, at);
        for (int i = from; i < to; i++) {
            Bins.join(into, at, bounds, 6 * order[i]);
        }
    }

    /** Creates a node of the wide tree from a cut and some cuts below it. Returns the node's number. */
    private int join(int cut) {
        int node = newNode();
        int[] child = new int[BoxTree.WIDTH];
        int[] box = new int[BoxTree.WIDTH];
        open(cut, child, box, 0, 1);
        int count = 2;
        while (count < BoxTree.WIDTH) {
            int largest = -1;
            for (int i = 0; i < count; i++) {
                if (child[i] >= 0 && (largest < 0 || Bins.area(cutBoxes, box[i]) > Bins.area(cutBoxes, box[largest]))) {
                    largest = i;
                }
            }
            if (largest < 0) {
                break;
            }
            open(child[largest], child, box, largest, count++);
        }
        for (int i = 0; i < count; i++) {
            put(node, i, child[i] < 0 ? child[i] : join(child[i]), cutBoxes, box[i]);
        }
        return node;
    }

    private void open(int cut, int[] child, int[] box, int lower, int upper) {
        child[lower] = cuts[2 * cut];
        box[lower] = 12 * cut;
        child[upper] = cuts[2 * cut + 1];
        box[upper] = 12 * cut + 6;
    }

    private int newNode() {
        int node = nodes++;
        if (BoxTree.WIDTH * nodes > children.length) {
            boxes = Arrays.copyOf(boxes, boxes.length * 2);
            children = Arrays.copyOf(children, children.length * 2);
        }
        for (int lane = 0; lane < BoxTree.WIDTH; lane++) {
            children[BoxTree.WIDTH * node + lane] = BoxTree.NONE;
            for (int axis = 0; axis < 3; axis++) {
                int at = BoxTree.STRIDE * node + 2 * BoxTree.TURN * axis + lane;
                boxes[at] = Float.POSITIVE_INFINITY;
                boxes[at + BoxTree.TURN] = Float.NEGATIVE_INFINITY;
            }
        }
        return node;
    }

    private void put(int node, int lane, int child, float[] from, int at) {
        children[BoxTree.WIDTH * node + lane] = child;
        for (int axis = 0; axis < 3; axis++) {
            int into = BoxTree.STRIDE * node + 2 * BoxTree.TURN * axis + lane;
            boxes[into] = from[at + axis];
            boxes[into + BoxTree.TURN] = from[at + 3 + axis];
        }
    }
}
