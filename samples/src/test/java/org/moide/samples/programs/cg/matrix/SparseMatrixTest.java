package org.moide.samples.programs.cg.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SparseMatrixTest {
    private static final ProblemClass PROBLEM = ProblemClass.S;
    private static final Pattern PATTERN = PROBLEM.pattern();

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
    void shouldHaveEachRowInOrderWithTheBitsOfASumInTheOrderOfTheVectors() {
        List<TreeMap<Integer, Double>> rows = new ArrayList<>();
        for (int row = 0; row < PROBLEM.order(); row++) {
            rows.add(new TreeMap<>());
        }
        SparseVectors vectors = new SparseVectors(PATTERN);
        double ratio = StrictMath.pow(0.1, 1.0 / PROBLEM.order());
        double weight = 1.0;
        for (int i = 0; i < PROBLEM.order(); i++) {
            vectors.advance();
            for (int k = 0; k < vectors.size(); k++) {
                double scale = weight * vectors.value(k);
                for (int l = 0; l < vectors.size(); l++) {
                    boolean onDiagonal = k == l && vectors.position(k) == i;
                    double value = vectors.value(l) * scale;
                    rows.get(vectors.position(k))
                            .merge(
                                    vectors.position(l),
                                    onDiagonal ? value + 0.1 - PROBLEM.shift() : value,
                                    Double::sum);
                }
            }
            weight *= ratio;
        }

        for (Block block : List.of(new Block(0, 1400, 0, 1400), new Block(300, 701, 65, 1399))) {
            SparseMatrix matrix = SparseMatrix.build(PROBLEM, block);
            int elements = 0;
            for (int row = 0; row < block.rows(); row++) {
                SortedMap<Integer, Double> expected =
                        rows.get(block.firstRow() + row).subMap(block.firstColumn(), block.endColumn());
                elements += expected.size();
                int at = row;
                assertThat(expected.keySet().stream()
                                .mapToDouble(column -> matrix.at(at, column - block.firstColumn())))
                        .containsExactlyElementsOf(expected.values());
            }
            assertThat(matrix.elements()).isEqualTo(elements);
        }
    }

    @Test
    void shouldAddUpRowsOfAnyColumns() {
        ColumnSums sums = new ColumnSums(5_000);
        int[] columns = new int[8];
        double[] values = new double[8];

        sums.add(new int[] {4_999, 0, 64, 4_999, 63}, new double[] {1, 2, 3, 4, 5}, 0, 5);
        assertThat(sums.take(columns, values, 2)).isEqualTo(6);
        assertThat(columns).containsExactly(0, 0, 0, 63, 64, 4_999, 0, 0);
        assertThat(values).containsExactly(0, 0, 2, 5, 3, 5, 0, 0);

        sums.add(new int[] {7, 64}, new double[] {9, 8}, 1, 2);
        assertThat(sums.take(columns, values, 0)).isEqualTo(1);
        assertThat(columns).startsWith(64);
        assertThat(values).startsWith(8);
        assertThat(sums.take(columns, values, 0)).isZero();
    }

    @Test
    void shouldHoldOneElementMoreThanItsRandomOnesAtMostWhenAVectorIsDrawn() {
        SparseVectors vectors = new SparseVectors(PATTERN);
        for (int row = 0; row < PROBLEM.order(); row++) {
            vectors.advance();
            assertThat(vectors.next()).isEqualTo(row + 1);
            assertThat(vectors.size()).isBetween(PATTERN.nonZeros(), PATTERN.nonZeros() + 1);
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
