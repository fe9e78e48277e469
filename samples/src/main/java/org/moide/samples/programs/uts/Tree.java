package org.moide.samples.programs.uts;

import java.util.concurrent.atomic.AtomicReferenceArray;

/** A tree as its nodes see it: how many children each has. Any thread; tables are made when they are first needed. */
final class Tree {
    /** Deeper nodes than this are so rare that theirs are made anew each time. */
    private static final int MOST_TABLES = 4096;

    private final TreeShape shape;
    private final Offspring.Binomial binomial;
    private final AtomicReferenceArray<Offspring.Geometric> byDepth;

    Tree(TreeShape shape) {
        this.shape = shape;
        this.binomial = new Offspring.Binomial(shape.q(), shape.m());
        this.byDepth = new AtomicReferenceArray<>(shape.type() == TreeShape.Type.BIN ? 1 : MOST_TABLES);
    }

    /** The root's state. */
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

    /** The random number of a node, by the last word of its state. */
    static int random(int lastWord) {
        return lastWord & Integer.MAX_VALUE;
    }

    /** The number of children that the nodes of this depth have; below the root. */
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
