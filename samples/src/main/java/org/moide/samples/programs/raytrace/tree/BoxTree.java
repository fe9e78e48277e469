package org.moide.samples.programs.raytrace.tree;

/**
 * A tree of boxes around shapes with four children to a node. A node's boxes lie beside each other, bound by bound, and
 * are floats that are rounded outward: a box is a little larger than its shapes, never smaller. Immutable; any thread.
 */
public final class BoxTree {
    /** Children of a node; those it does not have are boxes that no ray enters. */
    static final int WIDTH = 4;
    /** The numbers of a node: least x of each child, most x of each, then y and z in the same way. */
    static final int STRIDE = 6 * WIDTH;
    /** The step from the number of one bound to that of the other on the same axis. */
    static final int TURN = WIDTH;
    /** The most shapes that one leaf may hold: its count has four bits in {@link #leaf}. */
    static final int MOST_IN_LEAF = 8;
    /** A child that is none. */
    static final int NONE = leaf(0, 0);
    /** Boxes are a little larger than their shapes, so that rounding never hides a shape behind its own box. */
    private static final double MARGIN = 1e-9;

    final float[] boxes;
    /** {@link #WIDTH} for each node, of which the first is the root: a node's number, or a leaf. */
    final int[] children;
    /** The shapes in the order of the leaves. */
    private final int[] order;

    BoxTree(float[] boxes, int[] children, int[] order) {
        this.boxes = boxes;
        this.children = children;
        this.order = order;
    }

    /**
     * Builds a tree; the same one whatever the number of threads.
     *
     * @param bounds six for each shape, as {@link #bound} writes them
     * @param threads that may build it, this one among them
     */
    public static BoxTree build(float[] bounds, int threads) {
        try (Crew crew = new Crew(threads)) {
            return new TreeBuilder(bounds, crew).build();
        }
    }

    /** Writes a shape's bounds on one axis, rounded outward: the least at {@code at}, the most three further. */
    public static void bound(float[] bounds, int at, double least, double most) {
        double margin = MARGIN * Math.max(Math.abs(least), Math.abs(most));
        bounds[at] = below(least - margin);
        bounds[at + 3] = -below(-(most + margin));
    }

    /** The nearest float that is not above. */
    static float below(double value) {
        float near = (float) value;
        return near > value ? Math.nextDown(near) : near;
    }

    public int count() {
        return order.length;
    }

    /** The shape in a slot, from 0 on; the slots of a leaf are neighbours. */
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
