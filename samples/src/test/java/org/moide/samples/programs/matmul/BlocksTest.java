package org.moide.samples.programs.matmul;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests the multiplication of matrices block by block. */
class BlocksTest {
    private static final int INNER = 512;
    private static final int COLUMNS = 520;

    private final double[] left =
            new SplittableRandom(1).doubles(512 * INNER, -1, 1).toArray();
    private final double[] right =
            new SplittableRandom(2).doubles(INNER * COLUMNS, -1, 1).toArray();
    private final Blocks blocks = new Blocks(new Shape(INNER, COLUMNS), RowSource.of(right));

    /**
     * Tests that products are exact to the last bit. The first product is so large that arrays aligned to cache lines
     * are sought for it; the later products use these arrays again.
     */
    @Test
    void shouldMultiplyToTheBitInArraysThatWereChosenAndInTheSameOnceMore() {
        for (int rows : new int[] {512, 31, 512}) {
            double[] product = new double[rows * COLUMNS];
            int[] come = new int[rows * COLUMNS];
            blocks.times(rows, left, (row, column, width, sums, at) -> {
                System.arraycopy(sums, at, product, row * COLUMNS + column, width);
                for (int each = 0; each < width; each++) {
                    come[row * COLUMNS + column + each]++;
                }
            });
            assertThat(come).containsOnly(1);
            for (int index = 0; index < product.length; index += 97) {
                double sum = 0;
                for (int k = 0; k < INNER; k++) {
                    sum = Math.fma(left[index / COLUMNS * INNER + k], right[k * COLUMNS + index % COLUMNS], sum);
                }
                assertThat(product[index])
                        .as("of %d rows, element %d", rows, index)
                        .isEqualTo(sum);
            }
        }
    }

    @Test
    void shouldMakeAsManyArraysOfZerosAsAreAskedFor() {
        Panels panels = new Panels(21, 382, 382);
        panels.align();
        double[][] arrays = panels.arrays();
        assertThat(arrays.length).isBetween(21, 28);
        for (int index = 0; index < arrays.length; index++) {
            assertThat(arrays[index])
                    .as("array %d, no other one's elements", index)
                    .hasSize(382)
                    .containsOnly(0.0);
            arrays[index][0] = 1.0;
        }
    }
}
