package org.moide.samples.programs.uts;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A tree, as far as its nodes define it: this class determines how many children a node has. Any thread may use it;
 * tables are created when they are first needed.
 */
final class Tree {
    /** The depth up to which tables are kept. Deeper nodes are so rare that their tables are computed each time. */
    private static final int MOST_TABLES = 4096;

    private final TreeShape shape;
    private final Offspring.Binomial binomial;
    private final AtomicReferenceArray<Offspring.Geometric> byDepth;

    Tree(TreeShape shape) {
        this.shape = shape;
        this.binomial = new Offspring.Binomial(shape.q(), shape.m());
        this.byDepth = new AtomicReferenceArray<>(shape.type() == TreeShape.Type.BIN ? 1 : MOST_TABLES);
    }

    /** Returns the root's state. */
    int[] root() {
        int[] state = new int[Sha1.WORDS];
        new Sha1().root(shape.seed(), state);
        return state;
    }

    int rootChildren() {
        return shape.type() == TreeShape.Type.BIN
                ? (int) shape.b0()
                : offspring(0).children(random(root()[Sha1.WORDS - 1]));
    }

    /** Returns a node's random number, from the last word of its state. */
    static int random(int lastWord) {
        return lastWord & Integer.MAX_VALUE;
    }

    /** Returns the distribution of the number of children of nodes at this depth, which is at least 1. */
    Offspring offspring(int depth) {
        if (!shape.isGeometric(depth)) {
            return binomial;
        }
        if (depth >= MOST_TABLES) {
            return new Offspring.Geometric(shape.mean(depth));
        }
        Offspring.Geometric made = byDepth.get(depth);
        if (made == null) {
            made = new Offspring.Geometric(shape.mean(depth));
            byDepth.set(depth, made);
        }
        return made;
    }
}
