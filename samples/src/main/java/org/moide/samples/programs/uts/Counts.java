package org.moide.samples.programs.uts;

import java.io.Serializable;

/**
 * The counts of a tree, or of a part of it.
 *
 * @param depth the depth of the deepest node; that of the root is 0
 * @param leaves the number of nodes without children
 * @param round the round ({@link Rounds}) to which the counts belong; only counts of the last round are used
 * @param untilNanos the time from the beginning of the round until the last of these nodes was counted; 0 if there is
 *     only one round
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

    /** Returns the sum of both counts. If they belong to different rounds, returns those of the later round. */
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

    /** Returns these counts with another round and time. Two trees are compared by their counts {@code in(0, 0)}. */
    Counts in(int inRound, long nanos) {
        return new Counts(nodes, depth, leaves, inRound, nanos);
    }

    @Override
    public String toString() {
        return nodes + " nodes, depth " + depth + ", " + leaves + " leaves";
    }
}
