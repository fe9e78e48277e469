package org.moide.samples.programs.raytrace.tree;

/**
 * A tree of boxes around shapes, with four children for each node. The boxes of a node's children are stored together,
 * bound by bound, as floats that are rounded outward: a box may be slightly larger than the shapes in it, but never
 * smaller. Immutable; any thread may use it.
 */
public final class BoxTree {
    /** The number of children of a node. Missing children are boxes that no ray enters. */
    static final int WIDTH = 4;
    /**
     * The number of values of a node: the least x of each child, the largest x of each child, then y and z in the same
     * way.
     */
    static final int STRIDE = 6 * WIDTH;
    /** The distance in the array between the two bounds on the same axis. */
    static final int TURN = WIDTH;
    /** The most shapes in a leaf. Their number must fit into the four bits that {@link #leaf} has for it. */
    static final int MOST_IN_LEAF = 8;
    /** The value that says that a child is missing. */
    static final int NONE = leaf(0, 0);
    /**
     * The margin by which boxes are larger than their shapes, as a fraction of the coordinates. So rounding never hides
     * a shape behind its own box.
     */
    private static final double MARGIN = 1e-9;

    final float[] boxes;
    /**
     * The children, {@link #WIDTH} for each node, beginning with the root. A child is the number of a node, or a leaf.
     */
    final int[] children;
    /** The numbers of the shapes in the order of the leaves. */
    private final int[] order;

    BoxTree(float[] boxes, int[] children, int[] order) {
        this.boxes = boxes;
        this.children = children;
        this.order = order;
    }

    /**
     * Builds a tree. It is the same tree for any number of threads.
     *
     * @param bounds the bounds, six for each shape, as {@link #bound} writes them
     * @param threads the number of threads that may build it, including the calling one
     */
    public static BoxTree build(float[] bounds, int threads) {
        try (Crew crew = new Crew(threads)) {
            return new TreeBuilder(bounds, crew).build();
        }
    }

    /**
     * Writes a shape's bounds on one axis, rounded outward: the least at index {@code at}, the largest three places
     * further.
     */
    public static void bound(float[] bounds, int at, double least, double most) {
        double margin = MARGIN * Math.max(Math.abs(least), Math.abs(most));
        bounds[at] = below(least - margin);
        bounds[at + 3] = -below(-(most + margin));
    }

    /** Returns the nearest float that is not larger than {@code value}. */
    static float below(double value) {
        float near = (float) value;
        return near > value ? Math.nextDown(near) : near;
    }

    public int count() {
        return order.length;
    }

    /** Returns the number of the shape in a slot, from 0 on. The slots of a leaf are adjacent. */
    public int shape(int slot) {
        return order[slot];
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
}
