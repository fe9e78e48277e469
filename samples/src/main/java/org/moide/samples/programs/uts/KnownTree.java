package org.moide.samples.programs.uts;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A tree that the UTS benchmark defines by name.
 *
 * @param published the counts of the tree that were published with it
 */
record KnownTree(String name, TreeShape shape, Counts published) {
    static final String DEFAULT = "T1";

    private static final List<KnownTree> ALL = List.of(
            geometric("TINY", TreeShape.Shape.FIXED, 6, 4, 19, new Counts(16_000, 6, 12_839)),
            geometric("T1", TreeShape.Shape.FIXED, 10, 4, 19, new Counts(4_130_071, 10, 3_305_118)),
            geometric("T2", TreeShape.Shape.CYCLIC, 16, 6, 502, new Counts(4_117_769, 81, 2_342_762)),
            binomial("T3", 0.124875, 8, 42, new Counts(4_112_897, 1_572, 3_599_034)),
            new KnownTree(
                    "T4",
                    new TreeShape(TreeShape.Type.HYBRID, TreeShape.Shape.LINEAR, 16, 6, 1, 0.234375, 4),
                    new Counts(4_132_453, 134, 3_108_986)),
            geometric("T5", TreeShape.Shape.LINEAR, 20, 4, 34, new Counts(4_147_582, 20, 2_181_318)),
            geometric("T1L", TreeShape.Shape.FIXED, 13, 4, 29, new Counts(102_181_082, 13, 81_746_377)),
            geometric("T2L", TreeShape.Shape.CYCLIC, 23, 7, 220, new Counts(96_793_510, 67, 53_791_152)),
            binomial("T3L", 0.200014, 5, 7, new Counts(111_345_631, 17_844, 89_076_904)),
            geometric("T1XL", TreeShape.Shape.FIXED, 15, 4, 29, new Counts(1_635_119_272, 15, 1_308_100_063)));

    private static KnownTree geometric(
            String name, TreeShape.Shape shape, int depth, double b0, int seed, Counts published) {
        return new KnownTree(name, new TreeShape(TreeShape.Type.GEO, shape, depth, b0, seed, 0.0, 0), published);
    }

    private static KnownTree binomial(String name, double q, int m, int seed, Counts published) {
        return new KnownTree(
                name, new TreeShape(TreeShape.Type.BIN, TreeShape.Shape.FIXED, 1, 2000, seed, q, m), published);
    }

    /** Returns the tree with this name, ignoring case; empty if there is none. */
    static Optional<KnownTree> of(String name) {
        return ALL.stream().filter(tree -> tree.name().equalsIgnoreCase(name)).findFirst();
    }

    static String names() {
        return ALL.stream().map(KnownTree::name).collect(Collectors.joining(", "));
    }
}
