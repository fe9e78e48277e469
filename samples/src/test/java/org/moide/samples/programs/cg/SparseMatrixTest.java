package org.moide.samples.programs.cg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SparseMatrixTest {
    private static final ProblemClass PROBLEM = ProblemClass.S;

    @Test
    void shouldHaveTheBenchmarksNumberOfElementsWhenBuiltAsAWhole() {
        // NPB 3 prints this as "the number of nonzeros in the matrix".
        assertThat(SparseMatrix.build(PROBLEM, new Block(0, 1400, 0, 1400)).elements())
                .isEqualTo(78_148);
    }

    @Test
    void shouldBeSymmetric() {
        SparseMatrix matrix = SparseMatrix.build(PROBLEM, new Block(0, 1400, 0, 1400));
        double[] left = ramp(1400, 3);
        double[] right = ramp(1400, 7);
        double[] matrixLeft = new double[1400];
        double[] matrixRight = new double[1400];

        matrix.multiply(left, matrixLeft);
        matrix.multiply(right, matrixRight);

        assertThat(product(matrixLeft, right)).isCloseTo(product(left, matrixRight), within(1e-9));
    }

    @Test
    void shouldGiveTheSameProductWhenBuiltInBlocks() {
        double[] vector = ramp(1400, 5);
        double[] whole = new double[1400];
        SparseMatrix.build(PROBLEM, new Block(0, 1400, 0, 1400)).multiply(vector, whole);

        SparseMatrix block = SparseMatrix.build(PROBLEM, new Block(300, 701, 0, 1400));
        double[] part = new double[401];
        block.multiply(vector, part);

        assertThat(part).containsExactly(Arrays.copyOfRange(whole, 300, 701));
    }

    @Test
    void shouldHoldOneElementMoreThanItsRandomOnesAtMostWhenAVectorIsDrawn() {
        SparseVectors vectors = new SparseVectors(PROBLEM);
        for (int row = 0; row < PROBLEM.order(); row++) {
            vectors.advance();
            assertThat(vectors.row()).isEqualTo(row);
            assertThat(vectors.size()).isBetween(PROBLEM.nonZeros(), PROBLEM.nonZeros() + 1);
            int own = -1;
            for (int i = 0; i < vectors.size(); i++) {
                own = vectors.position(i) == row ? i : own;
            }
            assertThat(own).as("own element of vector %d", row).isNotNegative();
            assertThat(vectors.value(own)).isEqualTo(0.5);
        }
    }

    private static double[] ramp(int length, int factor) {
        double[] values = new double[length];
        for (int i = 0; i < length; i++) {
            values[i] = (i * factor % 17) / 17.0 - 0.4;
        }
        return values;
    }

    private static double product(double[] left, double[] right) {
        double sum = 0.0;
        for (int i = 0; i < left.length; i++) {
            sum += left[i] * right[i];
        }
        return sum;
    }
}
