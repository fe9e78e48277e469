package org.moide.samples.programs.raytrace.trace;

import java.util.stream.IntStream;

/** Computes the order in which the samples of a pixel are taken. A sample is given by its number, row by row. */
final class Order {
    /**
     * The number of samples that are taken first, one in each quarter of the pixel. If sampling is adaptive, whether
     * the others are taken depends on how much these differ.
     */
    static final int FIRST = 4;

    private Order() {}

    /** Returns the numbers of {@code count} samples in their natural order, beginning with 0. */
    static int[] plain(int count) {
        return IntStream.range(0, count).toArray();
    }

    /**
     * Returns an order for the samples of a pixel with {@code side} columns and rows. If sampling is adaptive, one of
     * each quarter comes first.
     */
    static int[] of(int side, boolean isAdaptive) {
        int[] plain = plain(side * side);
        if (!isAdaptive || plain.length <= FIRST) {
            return plain;
        }
        int near = side / 4;
        int far = side - 1 - near;
        int[] first = {near * side + near, near * side + far, far * side + near, far * side + far};
        IntStream others =
                IntStream.of(plain).filter(sample -> IntStream.of(first).noneMatch(taken -> taken == sample));
        return IntStream.concat(IntStream.of(first), others).toArray();
    }
}
