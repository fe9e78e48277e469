package org.moide.samples.programs.matmul;

import java.io.Serializable;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Verifies rows of a product by Freivalds' method, as far as rounding lets it: for a vector r of 1 and −1, a row of A·B times r must
 * be near the same row of A times (B·r). So it looks at each element of each matrix once. Immutable; any thread.
 */
final class RowCheck implements Serializable {
    private static final long serialVersionUID = 1L;

    private final double[] vector;
    private final double[] expected;
    private final double[] largest;
    private final long roundings; // of one element of either side, each of half a unit at most

    private RowCheck(double[] vector, double[] expected, double[] largest, long roundings) {
        this.vector = vector;
        this.expected = expected;
        this.largest = largest;
        this.roundings = roundings;
    }

    /** For the product of two matrices. */
    static RowCheck of(Shape first, double[] a, Shape second, double[] b) {
        SplittableRandom random = new SplittableRandom(first.rows() + 31L * second.columns());
        double[] vector = random.ints(second.columns(), 0, 2)
                .mapToDouble(bit -> 2 * bit - 1)
                .toArray();
        double[] product = new double[second.rows()];
        double[] sizes = new double[second.rows()];
        double[] ones = new double[second.columns()];
        Arrays.fill(ones, 1.0);
        times(b, vector, product);
        timesSizes(b, ones, sizes);
        double[] expected = new double[first.rows()];
        double[] largest = new double[first.rows()];
        times(a, product, expected);
        timesSizes(a, sizes, largest);
        return new RowCheck(vector, expected, largest, 2L * first.columns() + 2L * second.columns());
    }

    private static void times(double[] matrix, double[] vector, double[] product) {
        for (int row = 0; row < product.length; row++) {
            product[row] = dot(matrix, row * vector.length, vector);
        }
    }

    /** Four sums, since an addition waits for the one before. */
    private static double dot(double[] elements, int offset, double[] vector) {
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        int column = 0;
        for (; column + 3 < vector.length; column += 4) {
            sum0 += elements[offset + column] * vector[column];
            sum1 += elements[offset + column + 1] * vector[column + 1];
            sum2 += elements[offset + column + 2] * vector[column + 2];
            sum3 += elements[offset + column + 3] * vector[column + 3];
        }
        for (; column < vector.length; column++) {
            sum0 += elements[offset + column] * vector[column];
        }
        return sum0 + sum1 + (sum2 + sum3);
    }

    /** The same with the sizes of the matrix's elements. */
    private static void timesSizes(double[] matrix, double[] vector, double[] product) {
        for (int row = 0; row < product.length; row++) {
            int offset = row * vector.length;
            double even = 0;
            double odd = 0;
            int column = 0;
            for (; column + 1 < vector.length; column += 2) {
                even += Math.abs(matrix[offset + column]) * vector[column];
                odd += Math.abs(matrix[offset + column + 1]) * vector[column + 1];
            }
            if (column < vector.length) {
                even += Math.abs(matrix[offset + column]) * vector[column];
            }
            product[row] = even + odd;
        }
    }

    static double squares(double[] elements) {
        double even = 0;
        double odd = 0;
        for (int index = 0; index + 1 < elements.length; index += 2) {
            even += elements[index] * elements[index];
            odd += elements[index + 1] * elements[index + 1];
        }
        double last = elements.length % 2 == 0 ? 0 : elements[elements.length - 1];
        return even + odd + last * last;
    }

    /** @throws IllegalStateException if one of these rows of the product is wrong */
    void require(Rows rows, double[] elements) {
        for (int row = rows.from(); row < rows.to(); row++) {
            double found = dot(elements, (row - rows.from()) * vector.length, vector);
            double near = roundings * Math.ulp(largest[row]);
            boolean same = Math.abs(found - expected[row]) <= near || Double.compare(found, expected[row]) == 0;
            if (!same && !Double.isNaN(largest[row]) && !Double.isInfinite(largest[row])) {
                throw new IllegalStateException("row " + row + " of the product is wrong: expected " + expected[row]
                        + " times r, up to " + near + ", found " + found);
            }
        }
    }
}
