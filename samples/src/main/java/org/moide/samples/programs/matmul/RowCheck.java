package org.moide.samples.programs.matmul;

import java.io.Serializable;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Verifies rows of a product by Freivalds' method, within the limits of rounding: for a vector r whose elements are 1
 * or −1, the product of a row of A·B and r must nearly equal the product of the same row of A and the vector B·r. So
 * each element of each matrix is used only once. Immutable; any thread may use it.
 */
final class RowCheck implements Serializable {
    private static final long serialVersionUID = 1L;

    private final double[] vector;
    private final double[] expected;
    private final double[] largest;
    private final int from;
    private final long roundings; // roundings for one element on either side, each of at most half a unit

    private RowCheck(double[] vector, double[] expected, double[] largest, int from, long roundings) {
        this.vector = vector;
        this.expected = expected;
        this.largest = largest;
        this.from = from;
        this.roundings = roundings;
    }

    /** Creates the check for the product of two matrices. */
    static RowCheck of(Shape first, double[] a, Shape second, double[] b) {
        return SecondMatrix.of(first, second, RowSource.of(b)).check(0, first.rows(), a);
    }

    /** The part of the check that depends on the second matrix only. Immutable; any thread may use it. */
    static final class SecondMatrix {
        private final double[] vector;
        private final double[] product;
        private final double[] sizes;
        private final long roundings;

        private SecondMatrix(double[] vector, double[] product, double[] sizes, long roundings) {
            this.vector = vector;
            this.product = product;
            this.sizes = sizes;
            this.roundings = roundings;
        }

        /** Reads each element of the second matrix once, on all free processors. */
        static SecondMatrix of(Shape first, Shape second, RowSource b) {
            int columns = second.columns();
            SplittableRandom random = new SplittableRandom(first.rows() + 31L * columns);
            double[] vector =
                    random.ints(columns, 0, 2).mapToDouble(bit -> 2 * bit - 1).toArray();
            double[] product = new double[second.rows()];
            double[] sizes = new double[second.rows()];
            int part = Math.max(1, PART / columns);
            IntStream.range(0, (second.rows() + part - 1) / part).parallel().forEach(index -> {
                double[] elements = new double[columns];
                int end = Math.min(second.rows(), (index + 1) * part);
                for (int row = index * part; row < end; row++) {
                    b.copy(row * columns, elements, 0, columns);
                    product[row] = dot(elements, 0, vector, 0, columns);
                    sizes[row] = sizes(elements);
                }
            });
            return new SecondMatrix(vector, product, sizes, 2L * first.columns() + 2L * columns);
        }

        /**
         * Creates the check for some rows of the product.
         *
         * @param a the same rows of the first matrix, row after row
         */
        RowCheck check(int from, int to, double[] a) {
            double[] expected = new double[to - from];
            double[] largest = new double[to - from];
            for (int row = 0; row < expected.length; row++) {
                expected[row] = dot(a, row * product.length, product, 0, product.length);
                largest[row] = dotOfSizes(a, row * product.length, sizes);
            }
            return new RowCheck(vector, expected, largest, from, roundings);
        }
    }

    /** The least number of elements for which a parallel task of its own is worth its cost. */
    private static final int PART = 1 << 18;

    /**
     * Returns a scalar product. It adds into four sums in turn, because an addition into the same sum would have to
     * wait for the one before.
     */
    private static double dot(double[] elements, int offset, double[] vector, int from, int count) {
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        int column = 0;
        for (; column + 3 < count; column += 4) {
            sum0 += elements[offset + column] * vector[from + column];
            sum1 += elements[offset + column + 1] * vector[from + column + 1];
            sum2 += elements[offset + column + 2] * vector[from + column + 2];
            sum3 += elements[offset + column + 3] * vector[from + column + 3];
        }
        for (; column < count; column++) {
            sum0 += elements[offset + column] * vector[from + column];
        }
        return sum0 + sum1 + (sum2 + sum3);
    }

    /** Returns the scalar product of a matrix's row, of whose elements the absolute values are taken, with a vector. */
    private static double dotOfSizes(double[] matrix, int offset, double[] vector) {
        double even = 0;
        double odd = 0;
        int column = 0;
        for (; column + 1 < vector.length; column += 2) {
            even += Math.abs(matrix[offset + column]) * vector[column];
            odd += Math.abs(matrix[offset + column + 1]) * vector[column + 1];
        }
        return even + odd + (column < vector.length ? Math.abs(matrix[offset + column]) * vector[column] : 0);
    }

    private static double sizes(double[] row) {
        double even = 0;
        double odd = 0;
        int column = 0;
        for (; column + 1 < row.length; column += 2) {
            even += Math.abs(row[column]);
            odd += Math.abs(row[column + 1]);
        }
        return even + odd + (column < row.length ? Math.abs(row[column]) : 0);
    }

    /** Begins to check some rows of the product while they are computed. */
    Look look(int first, int count) {
        return new Look(first, count);
    }

    /** Checks the elements of some complete rows. */
    Look look(Rows rows, double[] elements) {
        Look look = look(rows.from(), rows.count());
        for (int row = 0; row < rows.count(); row++) {
            look.take(row, 0, vector.length, elements, row * vector.length);
        }
        return look;
    }

    /** Collects the sums of some rows of the product for the check. Used by one thread. */
    final class Look implements Blocks.Sink {
        private final int first;
        private final double[] found;
        private double squares;

        private Look(int first, int count) {
            this.first = first;
            this.found = new double[count];
        }

        @Override
        public void take(int row, int column, int width, double[] elements, int at) {
            found[row] += dot(elements, at, vector, column, width);
            squares += dot(elements, at, elements, at, width);
        }

        /** Returns the sum of the squares of all elements that were passed to this object. */
        double squares() {
            return squares;
        }

        /**
         * Checks that the sums of all rows agree with the expected ones.
         *
         * @throws IllegalStateException if one of the rows of the product is wrong
         */
        void require() {
            for (int index = 0; index < found.length; index++) {
                int row = first + index;
                double wanted = expected[row - from];
                double size = largest[row - from];
                double near = roundings * Math.ulp(size);
                boolean same = Math.abs(found[index] - wanted) <= near || Double.compare(found[index], wanted) == 0;
                if (!same && !Double.isNaN(size) && !Double.isInfinite(size)) {
                    throw new IllegalStateException("row " + row + " of the product is wrong: expected " + wanted
                            + " times r, up to " + near + ", found " + found[index]);
                }
            }
        }
    }
}
