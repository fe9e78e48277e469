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
    void shouldMultiplyWithTheRightElementsWhenColumnsAreMoreThanTwoBytesCount() {
        int order = 140_000;
        Block block = new Block(69_900, 70_100, 3, order);
        SparseMatrix matrix = SparseMatrix.build(new Pattern(order, 5, 10.0), block);
        double[] vector = ramp(block.columns(), 11);
        double[] found = new double[block.rows()];
        matrix.multiply(vector, found);

        int beyond = 0;
        for (int row = 0; row < block.rows(); row++) {
            double expected = 0.0;
            for (int column = 0; column < block.columns(); column++) {
                double element = matrix.at(row, column);
                expected += element * vector[column];
                beyond += element != 0.0 && column >= 1 << 17 ? 1 : 0;
            }
            assertThat(found[row]).as("row %d", row).isCloseTo(expected, within(1e-12));
        }
        assertThat(beyond).as("elements of the last panel").isPositive();
        assertThat(matrix.at(0, 69_897)).as("on the diagonal").isNotZero();
        assertThat(matrix.at(0, block.columns())).as("beyond all columns").isZero();
    }

    @Test
    void shouldGiveTheSameBitsForNarrowAndWideColumnsOfASystem() {
        int[] rowStarts = {0, 7, 7, 18};
        int[] columns = new int[18];
        double[] values = ramp(18, 5);
        for (int k = 0; k < columns.length; k++) {
            columns[k] = k * 3_600; // at most 61,200
        }
        int[] wide = Arrays.stream(columns).map(column -> column + 10_000).toArray(); // up to 71,200
        double[] vector = ramp(90_000, 13);
        double[] narrowProduct = new double[3];
        double[] wideProduct = new double[3];

        new SparseMatrix(rowStarts, columns, values)
                .multiply(Arrays.copyOfRange(vector, 10_000, 80_000), narrowProduct);
        SparseMatrix widest = new SparseMatrix(rowStarts, wide, values);
        widest.multiply(vector, wideProduct);

        assertThat(wideProduct).containsExactly(narrowProduct);
        assertThat(wideProduct[0]).isNotZero();
        assertThat(wideProduct[1]).isZero();
        assertThat(widest.at(2, 71_200)).isEqualTo(values[17]);
        assertThat(widest.at(2, 71_201)).isZero();
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
