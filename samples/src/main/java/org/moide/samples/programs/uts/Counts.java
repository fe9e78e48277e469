package org.moide.samples.programs.uts;

import java.io.Serializable;

/**
 * What was found of a tree.
 *
 * @param depth of the deepest node; the root's is 0
 * @param leaves nodes without children
 * @param untilNanos from when all engines were warm until the last of it was found; 0 if no engine was warmed up
 */
public record Counts(long nodes, int depth, long leaves, long untilNanos) implements Serializable {
    private static final long serialVersionUID = 1L;

    static final Counts NONE = new Counts(0, 0, 0);

    public Counts {
        if (nodes < 0 || depth < 0 || leaves < 0 || leaves > nodes) {
            throw new IllegalArgumentException("expected nodes >= leaves >= 0 and depth >= 0, found nodes " + nodes
                    + ", depth " + depth + ", leaves " + leaves);
        }
    }

    Counts(long nodes, int depth, long leaves) {
        this(nodes, depth, leaves, 0);
    }

    Counts add(Counts other) {
        return new Counts(
                nodes + other.nodes,
                Math.max(depth, other.depth),
                leaves + other.leaves,
                Math.max(untilNanos, other.untilNanos));
    }

    /** The same, found until then; {@code Counts#until(0)} to compare trees. */
    Counts until(long nanos) {
        return new Counts(nodes, depth, leaves, nanos);
    }

    @Override
    public String toString() {
        return nodes + " nodes, depth " + depth + ", " + leaves + " leaves";
    }
}
