package org.moide.samples.programs.uts;

/** Searches a tree, deepest nodes first, many at a time. Used by one thread. */
final class Search {
    /**
     * The number of lanes that each call handles. Because the methods are called often, the JVM compiles them as a
     * whole early, before it would compile a long loop in them; see also {@link Sha1Lanes}.
     */
    private static final int PIECE = 32;

    private final Tree tree;
    private final Sha1Lanes lanes = new Sha1Lanes();
    private final int[] depths = new int[Sha1Lanes.LANES];

    private long nodes;
    private long leaves;
    private int deepest;

    Search(Tree tree) {
        this.tree = tree;
    }

    /** Counts a whole tree in this thread, for comparison with parallel runs. */
    static Counts whole(Tree tree) {
        Nodes root = new Nodes(1, 0);
        Counts counts = begin(tree, root);
        return counts.add(new Search(tree).run(root, Long.MAX_VALUE));
    }

    /** Counts the root, and adds it to the nodes whose children are to be examined. */
    static Counts begin(Tree tree, Nodes nodes) {
        int children = tree.rootChildren();
        if (children == 0) {
            return new Counts(1, 0, 1);
        }
        int offset = nodes.push(0, children);
        System.arraycopy(tree.root(), 0, nodes.words(), offset, Sha1.WORDS);
        return new Counts(1, 0, 0);
    }

    /**
     * Examines children of the nodes on the stack, and children of these, until none are left or about {@code most}
     * were examined. Nodes that then have remaining children stay in {@code stack}.
     *
     * @return the counts of the examined nodes
     */
    Counts run(Nodes stack, long most) {
        nodes = 0;
        leaves = 0;
        deepest = 0;
        while (!stack.isEmpty() && nodes < most) {
            int filled = 0;
            for (int lane = 0; lane == filled && lane < Sha1Lanes.LANES; lane += PIECE) {
                filled = fill(stack, lane, lane + PIECE);
            }
            lanes.hash(filled);
            for (int lane = 0; lane < filled; lane += PIECE) {
                sort(stack, lane, Math.min(lane + PIECE, filled));
            }
            nodes += filled;
        }
        return new Counts(nodes, deepest, leaves);
    }

    /**
     * Assigns children of the newest nodes to lanes, as long as there are lanes and children, and removes these
     * children from the stack.
     *
     * @return the first unused lane
     */
    private int fill(Nodes stack, int from, int end) {
        int filled = from;
        while (filled < end && !stack.isEmpty()) {
            int parent = stack.newest();
            int depth = stack.depth(parent) + 1;
            int taken = Math.min(stack.remaining(parent), end - filled);
            int first = stack.take(taken);
            for (int child = 0; child < taken; child++) {
                lanes.set(filled, stack.words(), parent, first + child);
                depths[filled] = depth;
                filled++;
            }
            deepest = Math.max(deepest, depth);
        }
        return filled;
    }

    /** Counts the nodes in the lanes; puts those that have children on the stack. */
    private void sort(Nodes stack, int from, int end) {
        for (int lane = from; lane < end; lane++) {
            int depth = depths[lane];
            int children = tree.offspring(depth).children(Tree.random(lanes.last(lane)));
            if (children == 0) {
                leaves++;
            } else {
                int offset = stack.push(depth, children);
                lanes.state(lane, stack.words(), offset);
            }
        }
    }
}
