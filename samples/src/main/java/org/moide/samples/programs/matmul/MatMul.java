package org.moide.samples.programs.matmul;

import static java.util.Objects.requireNonNull;

import java.util.BitSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/**
 * The product of two matrices of whole numbers (SAMBA, §5, application 2): some rows a task, all of the same work, so that
 * what makes an engine slower than others comes from outside.
 *
 * <p>Rows are checked as they come, by Freivalds' method: for a random vector r, a row of A·B times r must be the same row of
 * A times (B·r). A wrong row passes once in 2³¹ times at most.
 *
 * <p>Reports {@code size}, {@code verified}, {@code checksum} (of all elements), {@code operations} (multiplications and
 * additions), {@code seconds} and {@code operationsPerSecond}.
 */
public final class MatMul implements TaskApplication<Rows, Product> {
    private static final Set<String> OPTIONS = Set.of("--size", "--rows", "--seed");
    private static final int RANDOM_BOUND = Integer.MAX_VALUE;
    /** The seeds of A and B differ in this. */
    private static final long SECOND = 0x5DEECE66DL;

    /** On each engine. */
    private volatile @Nullable Matrix first;

    private volatile @Nullable Matrix second;

    /** On the coordinator: what rows are checked with, and which have come. */
    private @Nullable Check check;

    private long startNanos;

    @Override
    public String summary() {
        return "multiplies two matrices of whole numbers, a task for some rows, and verifies the product";
    }

    @Override
    public String usage() {
        return """
            --size n   rows and columns; default 2000
            --rows n   rows in a task; default 8 (1 as in SAMBA's experiments)
            --seed n   of the matrices; default 1""";
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(OPTIONS, Set.of(), 0);
        size(arguments);
        rows(arguments);
        seed(arguments);
    }

    /** Up to where no element of the product leaves the range of an int. */
    private static int size(Arguments arguments) {
        return arguments.count("--size", 2000, 1, 20_000);
    }

    private static int rows(Arguments arguments) {
        return arguments.count("--rows", 8, 1, 20_000);
    }

    private static long seed(Arguments arguments) {
        return arguments.integer("--seed", 1, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    @Override
    public void createTasks(TaskContext<Rows> context) {
        int size = size(context.arguments());
        int rows = rows(context.arguments());
        long seed = seed(context.arguments());
        check = new Check(new Matrix(size, seed), new Matrix(size, seed ^ SECOND));
        for (int from = 0; from < size; from += rows) {
            context.put(new Rows(from, Math.min(size, from + rows)));
        }
        startNanos = System.nanoTime();
    }

    @Override
    public void prepare(TaskContext<Rows> context) {
        int size = size(context.arguments());
        long seed = seed(context.arguments());
        first = new Matrix(size, seed);
        second = new Matrix(size, seed ^ SECOND);
    }

    @Override
    public Product identity() {
        return new Product();
    }

    @Override
    public Product executeTask(Rows rows, TaskContext<Rows> context) {
        Matrix a = requireNonNull(first, "prepare comes before the first task");
        Matrix b = requireNonNull(second, "prepare comes before the first task");
        return Product.of(rows, a.times(b, rows.from(), rows.to()));
    }

    @Override
    public Product merge(Product left, Product right) {
        return left.add(right);
    }

    /** Whether both hold the same rows, in whatever order; what is in them is verified when they come. */
    @Override
    public boolean equivalent(Product left, Product right) {
        return left.rows().size() == right.rows().size() && left.rows().containsAll(right.rows());
    }

    @Override
    public boolean handlePartial(Product partial, Report report) {
        requireNonNull(check, "createTasks comes before any result").take(partial);
        return true;
    }

    @Override
    public void handleResults(Product rest, Report report) {
        Check checked = requireNonNull(check, "createTasks comes before the end");
        checked.take(rest);
        checked.end();
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        long operations = 2L * checked.size() * checked.size() * checked.size();
        report.put("size", checked.size());
        report.put("verified", true);
        report.put("checksum", checked.checksum);
        report.put("operations", operations);
        report.put("seconds", seconds);
        report.put("operationsPerSecond", operations / seconds);
    }

    /** Verifies rows. One thread. */
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

        int size() {
            return vector.length;
        }

        void take(Product product) {
            for (int index = 0; index < product.rows().size(); index++) {
                Rows rows = product.rows().get(index);
                int[] elements = product.elements(index);
                for (int row = rows.from(); row < rows.to(); row++) {
                    takeRow(row, elements, (row - rows.from()) * size());
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
            for (int column = 0; column < size(); column++) {
                checksum += elements[offset + column];
            }
        }

        void end() {
            if (come.cardinality() != size()) {
                throw new IllegalStateException("expected " + size() + " rows, found " + come.cardinality()
                        + "; the first that is missing is " + come.nextClearBit(0));
            }
        }
    }
}
