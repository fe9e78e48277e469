package org.moide.samples.programs.uts;

import java.io.Serializable;

/**
 * The counts of a tree.
 *
 * @param depth of the deepest node; the root's is 0
 * @param leaves nodes without children
 * @param round in which it was found ({@link Rounds}): only what was found in the last one counts
 * @param untilNanos from when that began until the last of it was found; 0 if there was only one
 */
public record Counts(long nodes, int depth, long leaves, int round, long untilNanos) implements Serializable {
    private static final long serialVersionUID = 1L;

    static final Counts NONE = new Counts(0, 0, 0);

    public Counts {
        if (nodes < 0 || depth < 0 || leaves < 0 || leaves > nodes) {
            throw new IllegalArgumentException("expected nodes >= leaves >= 0 and depth >= 0, found nodes " + nodes
                    + ", depth " + depth + ", leaves " + leaves);
        }
    }

    Counts(long nodes, int depth, long leaves) {
        this(nodes, depth, leaves, 0, 0);
    }

    /** Adds counts; of different rounds the later counts. */
    Counts add(Counts other) {
        if (round != other.round) {
            return round > other.round ? this : other;
        }
        return new Counts(
                nodes + other.nodes,
                Math.max(depth, other.depth),
                leaves + other.leaves,
                round,
                Math.max(untilNanos, other.untilNanos));
    }

    /** Makes the counts as found in this round until then; {@code in(0, 0)} to compare trees. */
    Counts in(int inRound, long nanos) {
        return new Counts(nodes, depth, leaves, inRound, nanos);
    }

    @Override
    public String toString() {
        return nodes + " nodes, depth " + depth + ", " + leaves + " leaves";
    }
}
