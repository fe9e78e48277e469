package org.moide.samples.programs.uts;

import java.util.Locale;
import java.util.Optional;
import org.moide.samples.programs.uts.TreeShape.Shape;
import org.moide.samples.programs.uts.TreeShape.Type;

/** The trees that come with UTS, and what is published about them. */
enum KnownTree {
    TINY(geometric(Shape.FIXED, 6, 4, 19), 16_000, 6, 12_839),
    T1(geometric(Shape.FIXED, 10, 4, 19), 4_130_071, 10, 3_305_118),
    T2(geometric(Shape.CYCLIC, 16, 6, 502), 4_117_769, 81, 2_342_762),
    T3(binomial(0.124875, 8, 42), 4_112_897, 1_572, 3_599_034),
    T4(new TreeShape(Type.HYBRID, Shape.LINEAR, 16, 6, 1, 0.234375, 4), 4_132_453, 134, 3_108_986),
    T5(geometric(Shape.LINEAR, 20, 4, 34), 4_147_582, 20, 2_181_318),
    T1L(geometric(Shape.FIXED, 13, 4, 29), 102_181_082, 13, 81_746_377),
    T2L(geometric(Shape.CYCLIC, 23, 7, 220), 96_793_510, 67, 53_791_152),
    T3L(binomial(0.200014, 5, 7), 111_345_631, 17_844, 89_076_904),
    T1XL(geometric(Shape.FIXED, 15, 4, 29), 1_635_119_272, 15, 1_308_100_063);

    private final TreeShape shape;
    private final Counts published;

    KnownTree(TreeShape shape, long nodes, int depth, long leaves) {
        this.shape = shape;
        this.published = new Counts(nodes, depth, leaves);
    }

    private static TreeShape geometric(Shape shape, int depth, double b0, int seed) {
        return new TreeShape(Type.GEO, shape, depth, b0, seed, 0.0, 0);
    }

    private static TreeShape binomial(double q, int m, int seed) {
        return new TreeShape(Type.BIN, Shape.FIXED, 1, 2000, seed, q, m);
    }

    TreeShape shape() {
        return shape;
    }

    Counts published() {
        return published;
    }

    static Optional<KnownTree> of(String name) {
        for (KnownTree tree : values()) {
            if (tree.name().equals(name.toUpperCase(Locale.ROOT))) {
                return Optional.of(tree);
            }
        }
        return Optional.empty();
    }

    static String names() {
        StringBuilder names = new StringBuilder();
        for (KnownTree tree : values()) {
            names.append(names.length() == 0 ? "" : ", ").append(tree.name());
        }
        return names.toString();
    }
}
