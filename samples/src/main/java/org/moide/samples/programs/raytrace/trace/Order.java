package org.moide.samples.programs.raytrace.trace;

import java.util.stream.IntStream;

/** Computes the order in which the samples of a pixel are taken. */
final class Order {
    /**
     * The number of samples that are taken first if the others depend on their difference: one in each quarter of the
     * pixel.
     */
    static final int FIRST = 4;

    private Order() {}

    /** Returns {@code count} samples in their natural order, from 0 on. */
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
