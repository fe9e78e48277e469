package org.moide.samples.programs.uts;

import java.io.Serializable;

/**
 * What was found of a tree.
 *
 * @param depth of the deepest node; the root's is 0
 * @param leaves nodes without children
 */
public record Counts(long nodes, int depth, long leaves) implements Serializable {
    private static final long serialVersionUID = 1L;

    static final Counts NONE = new Counts(0, 0, 0);

    public Counts {
        if (nodes < 0 || depth < 0 || leaves < 0 || leaves > nodes) {
            throw new IllegalArgumentException("expected nodes >= leaves >= 0 and depth >= 0, found nodes " + nodes
                    + ", depth " + depth + ", leaves " + leaves);
        }
    }

    Counts add(Counts other) {
        return new Counts(nodes + other.nodes, Math.max(depth, other.depth), leaves + other.leaves);
    }

    @Override
    public String toString() {
        return nodes + " nodes, depth " + depth + ", " + leaves + " leaves";
    }
}
