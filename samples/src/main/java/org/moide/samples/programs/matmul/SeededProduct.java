package org.moide.samples.programs.matmul;

import static java.util.Objects.requireNonNull;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Report;
import org.moide.engine.TaskContext;

/**
 * The product of two matrices of whole numbers, which every engine makes from a seed (SAMBA, §5, application 2). So a
 * task consists only of row numbers.
 *
 * <p>Rows are checked when they arrive, by Freivalds' method: for a random vector r, the product of a row of A·B and r
 * must equal the product of the same row of A and the vector B·r. A wrong row passes with a probability of 2⁻³¹ at
 * most.
 */
final class SeededProduct implements Multiplication {
    private static final int RANDOM_BOUND = Integer.MAX_VALUE;
    /** The difference between the seed of B, the second matrix, and that of A. */
    private static final long SECOND = 0x5DEECE66DL;

    private final int size;
    private final int rows;
    private final long seed;

    /** The first matrix, on each engine. */
    private volatile @Nullable Matrix first;

    private volatile @Nullable Matrix second;

    /** The data for checking rows, and the record of the rows that have arrived; on the coordinator only. */
    private @Nullable Check check;

    private long startNanos;

    SeededProduct(int size, int rows, long seed) {
        this.size = size;
        this.rows = rows;
        this.seed = seed;
    }

    @Override
    public void createTasks(TaskContext<Rows> context) {
        check = new Check(new Matrix(size, seed), new Matrix(size, seed ^ SECOND));
        for (int from = 0; from < size; from += rows) {
            context.put(Rows.of(from, Math.min(size, from + rows)));
        }
        startNanos = System.nanoTime();
    }

    @Override
    public void prepare(TaskContext<Rows> context) {
        first = new Matrix(size, seed);
        second = new Matrix(size, seed ^ SECOND);
    }

    @Override
    public Product multiply(Rows some) {
        Matrix a = requireNonNull(first, "prepare comes before the first task");
        Matrix b = requireNonNull(second, "prepare comes before the first task");
        return Product.of(some, a.times(b, some.from(), some.to()));
    }

    @Override
    public void take(Product product) {
        requireNonNull(check, "createTasks comes before any result").take(product);
    }

    @Override
    public void end(Report report) {
        Check checked = requireNonNull(check, "createTasks comes before the end");
        checked.end();
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        long operations = 2L * size * size * size;
        report.put("size", size);
        report.put("verified", true);
        report.put("checksum", checked.checksum);
        report.put("operations", operations);
        report.put("seconds", seconds);
        report.put("operationsPerSecond", operations / seconds);
    }

    /** Verifies rows, and notes which ones have arrived. Used by one thread. */
    private static final class Check {
        private final long[] vector;
        private final long[] expected;
        private final BitSet come = new BitSet();
        private long checksum;

        Check(Matrix first, Matrix second) {
            SplittableRandom random = new SplittableRandom(first.size() + 31L * first.at(0, 0));
            vector = random.longs(first.size(), 0, RANDOM_BOUND).toArray();
            // Sums of up to 20,000 products of 99 · 99 · 20,000 with 2³¹ overflow; on both sides alike, modulo 2⁶⁴.
            expected = first.times(second.times(vector));
        }

        void take(Product product) {
            for (int index = 0; index < product.rows().size(); index++) {
                Rows rows = product.rows().get(index);
                int[] elements = product.integers(index);
                for (int row = rows.from(); row < rows.to(); row++) {
                    takeRow(row, elements, (row - rows.from()) * vector.length);
                }
            }
        }

        private void takeRow(int row, int[] elements, int offset) {
            long found = Matrix.dot(elements, offset, vector);
            if (found != expected[row]) {
                throw new IllegalStateException("row " + row + " of the product is wrong: expected " + expected[row]
                        + " times r, found " + found);
            }
            if (come.get(row)) {
                throw new IllegalStateException("row " + row + " came a second time");
            }
            come.set(row);
            for (int column = 0; column < vector.length; column++) {
                checksum += elements[offset + column];
            }
        }

        void end() {
            if (come.cardinality() != vector.length) {
                throw new IllegalStateException("expected " + vector.length + " rows, found " + come.cardinality()
                        + "; the first that is missing is " + come.nextClearBit(0));
            }
        }
    }
}
