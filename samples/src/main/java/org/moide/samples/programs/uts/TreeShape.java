package org.moide.samples.programs.uts;

import java.util.Locale;
import org.moide.engine.UsageException;

/**
 * The parameters by which a tree is defined (UTS 2.1). Immutable.
 *
 * @param shape how the mean number of children changes with the depth; ignored for {@link Type#BIN}
 * @param depth the depth D in the formulas of the shapes
 * @param b0 the number of children of a binomial tree's root, or the mean number of children of a geometric tree's root
 * @param seed the seed, which selects one of all trees with these parameters
 * @param q the probability that a binomial node below the root has children
 * @param m the number of children that such a node then has
 */
record TreeShape(Type type, Shape shape, int depth, double b0, int seed, double q, int m) {
    /** The distributions of the number of children. */
    enum Type {
        GEO,
        BIN,
        /** The distribution is geometric in the upper half of the tree, and binomial below. */
        HYBRID
    }

    /** The functions for the mean number of children of a geometric tree's node at depth d. */
    enum Shape {
        /** The mean is b0 down to depth D, then 0. */
        FIXED,
        /** The mean is b0 · (1 − d/D). */
        LINEAR,
        /** The mean is b0 · d^(−ln b0 / ln D). */
        EXPONENTIAL,
        /** The mean is b0^sin(2πd/D), and 0 beyond 5D. */
        CYCLIC
    }

    /**
     * The largest q · m that is allowed for a binomial tree. With a larger one, the tree is most probably infinite; for
     * the tree T3L, it is 1.00007.
     */
    private static final double MOST_BINOMIAL_MEAN = 1.001;

    static final int MOST_DEPTH = 100_000;
    static final double MOST_B0 = 1_000_000;

    TreeShape {
        if (type != Type.GEO && q * m > MOST_BINOMIAL_MEAN) {
            throw new UsageException(String.format(
                    Locale.ROOT,
                    "--q times --m: expected at most %.3f, found %.6g: such a tree has no end",
                    MOST_BINOMIAL_MEAN,
                    q * m));
        }
        if (type != Type.BIN && shape == Shape.EXPONENTIAL && depth < 2) {
            throw new UsageException("--depth: expected at least 2 with --shape exponential, found " + depth);
        }
    }

    /** Returns whether the number of children of nodes at this depth has a geometric distribution. */
    boolean isGeometric(int nodeDepth) {
        return switch (type) {
            case GEO -> true;
            case BIN -> false;
            case HYBRID -> nodeDepth < 0.5 * depth;
        };
    }

    /** Returns the mean number of children of a node at this depth, if the distribution there is geometric. */
    double mean(int nodeDepth) {
        if (nodeDepth == 0) {
            return b0;
        }
        double d = nodeDepth;
        return switch (shape) {
            case FIXED -> nodeDepth < depth ? b0 : 0.0;
            case LINEAR -> Math.max(0.0, b0 * (1.0 - d / depth));
            case EXPONENTIAL -> b0 * StrictMath.pow(d, -StrictMath.log(b0) / StrictMath.log(depth));
            case CYCLIC -> nodeDepth > 5 * depth ? 0.0 : StrictMath.pow(b0, StrictMath.sin(2.0 * Math.PI * d / depth));
        };
    }

    @Override
    public String toString() {
        String geometric = String.format(
                Locale.ROOT, " --shape %s --depth %d", shape.name().toLowerCase(Locale.ROOT), depth);
        String binomial = String.format(Locale.ROOT, " --q %s --m %d", q, m);
        return "--type " + type.name().toLowerCase(Locale.ROOT) + (type == Type.BIN ? "" : geometric) + " --b0 " + b0
                + " --seed " + seed + (type == Type.GEO ? "" : binomial);
    }
}
