package org.moide.samples.programs.matmul;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Locale;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskContext;
import org.moide.engine.UsageException;
import org.moide.samples.output.OutputFile;

/**
 * Two matrices of the user's. The second goes to every engine once, rows of the first go with the tasks. Rows of the product are
 * written where they belong as they come.
 *
 * <p>Rows are checked by Freivalds' method, as far as rounding lets it: for a vector r of 1 and −1, a row of A·B times r must be
 * near the same row of A times (B·r).
 */
final class UserProduct implements Multiplication {
    static final String FIRST = "--a";
    static final String SECOND = "--b";
    static final String OUT = "--out";

    private static final String SHAPES = "shapes";
    private static final String ELEMENTS = "second";
    /** So many tasks there should be at least, of rows enough that copying blocks for each of them does not count. */
    private static final int TASKS = 8;

    private static final int FEWEST_ROWS = 32;
    private static final int MOST_ROWS = 512;

    /** Of a heap, what is left for all else. */
    private static final double SPARE = 0.1;

    private final Path firstFile;
    private final Path secondFile;
    private final @Nullable Path out;
    private final int rowsOfTask;
    private final Shape first;
    private final Shape second;

    /** On each engine. */
    private volatile @Nullable Blocks blocks;

    /** On the coordinator. */
    private @Nullable Check check;

    private @Nullable FileChannel product;
    private long startNanos;
    private final BitSet come = new BitSet();
    private double squares;
    private long multiplyNanos; // of all threads

    private UserProduct(
            Path firstFile, Path secondFile, @Nullable Path out, int rowsOfTask, Shape first, Shape second) {
        this.firstFile = firstFile;
        this.secondFile = secondFile;
        this.out = out;
        this.rowsOfTask = rowsOfTask;
        this.first = first;
        this.second = second;
    }

    /**
     * What is asked for; the heads of the files are read. On the coordinator.
     *
     * @param rowsOfTask 0 if nothing is asked for
     */
    static UserProduct of(Arguments arguments, int rowsOfTask) {
        Path a = Path.of(arguments.text(FIRST, ""));
        Path b = Path.of(arguments.text(SECOND, ""));
        Shape first = MatrixFile.shape(FIRST, a);
        Shape second = MatrixFile.shape(SECOND, b);
        if (first.columns() != second.rows()) {
            throw new UsageException(
                    FIRST + " and " + SECOND + ": expected as many columns as rows, found " + first + " and " + second);
        }
        String name = arguments.text(OUT, "");
        Path out = name.isEmpty() ? null : Path.of(name);
        if (out != null) {
            if (!name.endsWith(".npy")) {
                throw new UsageException(OUT + ": expected a file's name that ends in .npy, found '" + name + "'");
            }
            OutputFile.check(OUT, out);
            OutputFile.checkApart(OUT, name, FIRST, a.toString());
            OutputFile.checkApart(OUT, name, SECOND, b.toString());
        }
        int rows = rowsOfTask == 0 ? Math.max(FEWEST_ROWS, Math.min(MOST_ROWS, first.rows() / TASKS)) : rowsOfTask;
        return new UserProduct(a, b, out, rows, first, second);
    }

    private Shape shape() {
        return new Shape(first.rows(), second.columns());
    }

    /** The files are on the coordinator's host only: an engine knows the shapes when it asks. */
    static UserProduct onEngine(int rowsOfTask) {
        Shape unknown = new Shape(1, 1);
        return new UserProduct(Path.of(""), Path.of(""), null, rowsOfTask, unknown, unknown);
    }

    @Override
    public void createTasks(TaskContext<Rows> context) throws IOException {
        // The first matrix; the second as it travels, and as it is read there and by the engine of this process.
        requireMemory("the coordinator", (double) first.bytes() + 3.0 * (double) second.bytes());
        double[] b = MatrixFile.read(SECOND, secondFile, second);
        context.share(SHAPES, new long[] {first.rows(), second.rows(), second.columns()});
        context.share(ELEMENTS, b);
        double[] a = MatrixFile.read(FIRST, firstFile, first);
        check = new Check(first, a, second, b);
        if (out != null) {
            product = FileChannel.open(
                    part(out),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE);
            NpyFile.begin(product, shape());
        }
        startNanos = System.nanoTime();
        for (int from = 0; from < first.rows(); from += rowsOfTask) {
            int to = Math.min(first.rows(), from + rowsOfTask);
            context.put(Rows.of(from, to, Arrays.copyOfRange(a, from * first.columns(), to * first.columns())));
        }
    }

    private static Path part(Path file) {
        return file.toAbsolutePath().resolveSibling(file.getFileName() + ".part");
    }

    @Override
    public void prepare(TaskContext<Rows> context) {
        long[] sizes = context.shared(SHAPES, long[].class);
        Shape shape = new Shape((int) sizes[1], (int) sizes[2]);
        long rows = Math.min(rowsOfTask == 0 ? MOST_ROWS : rowsOfTask, sizes[0]);
        long block = rows * (shape.rows() + 2L * shape.columns()) * Double.BYTES;
        // As it came and as an array; and for each thread rows of all three matrices.
        requireMemory(
                "engine " + context.engine(),
                2.0 * (double) shape.bytes() + (double) context.queues() * (double) block);
        blocks = new Blocks(shape, context.shared(ELEMENTS, double[].class));
    }

    private static void requireMemory(String who, double bytes) {
        long most = Runtime.getRuntime().maxMemory();
        if (bytes > (1 - SPARE) * (double) most) {
            throw new UsageException("these matrices need " + inWords(bytes) + " in " + who
                    + ", whose heap has at most "
                    + inWords((double) most)
                    + ": give it more (--engine-memory; MOIDE_JAVA_OPTS=-Xmx... for the coordinator),"
                    + " or multiply them in parts");
        }
    }

    private static String inWords(double bytes) {
        double mebibytes = bytes / (1 << 20);
        return mebibytes < 1024
                ? String.format(Locale.ROOT, "%.0f MiB", Math.ceil(mebibytes))
                : String.format(Locale.ROOT, "%.1f GiB", mebibytes / 1024);
    }

    @Override
    public Product multiply(Rows rows) {
        Blocks b = requireNonNull(blocks, "prepare comes before the first task");
        long start = System.nanoTime();
        double[] elements = b.times(rows.count(), rows.first());
        return Product.of(rows, elements, System.nanoTime() - start);
    }

    @Override
    public void take(Product some) throws IOException {
        multiplyNanos += some.nanos();
        Check checking = requireNonNull(check, "createTasks comes before any result");
        FileChannel into = product;
        for (int index = 0; index < some.rows().size(); index++) {
            Rows rows = some.rows().get(index);
            double[] elements = some.numbers(index);
            for (int row = rows.from(); row < rows.to(); row++) {
                checking.require(row, elements, (row - rows.from()) * second.columns());
                if (come.get(row)) {
                    throw new IllegalStateException("row " + row + " came a second time");
                }
                come.set(row);
            }
            for (double element : elements) {
                squares += element * element;
            }
            if (into != null) {
                NpyFile.write(into, shape(), rows.from(), elements);
            }
        }
    }

    @Override
    public void end(Report report) throws IOException {
        if (come.cardinality() != first.rows()) {
            throw new IllegalStateException("expected " + first.rows() + " rows, found " + come.cardinality()
                    + "; the first that is missing is " + come.nextClearBit(0));
        }
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        FileChannel into = product;
        if (into != null && out != null) {
            into.close();
            Files.move(part(out), out.toAbsolutePath(), StandardCopyOption.REPLACE_EXISTING);
            report.put("product", out.toString());
        }
        double multiplyAdds = (double) first.elements() * second.columns();
        report.put("rows", first.rows());
        report.put("columns", second.columns());
        report.put("verified", true);
        report.put("frobeniusNorm", Math.sqrt(squares));
        report.put("multiplyAdds", multiplyAdds);
        report.put("seconds", seconds);
        report.put("multiplyAddsPerSecond", multiplyAdds / seconds);
        report.put("multiplyAddsPerThreadSecond", multiplyAdds / ((double) multiplyNanos / 1e9));
    }

    /** Verifies rows. One thread. */
    private static final class Check {
        private final double[] vector;
        private final double[] expected;
        private final double[] largest;
        private final long roundings; // of one element of either side, each of half a unit at most

        Check(Shape first, double[] a, Shape second, double[] b) {
            roundings = 2L * first.columns() + 2L * second.columns();
            SplittableRandom random = new SplittableRandom(first.rows() + 31L * second.columns());
            vector = random.ints(second.columns(), 0, 2)
                    .mapToDouble(bit -> 2 * bit - 1)
                    .toArray();
            double[] product = new double[second.rows()];
            double[] sizes = new double[second.rows()];
            for (int row = 0; row < second.rows(); row++) {
                for (int column = 0; column < second.columns(); column++) {
                    double element = b[row * second.columns() + column];
                    product[row] += element * vector[column];
                    sizes[row] += Math.abs(element);
                }
            }
            expected = new double[first.rows()];
            largest = new double[first.rows()];
            for (int row = 0; row < first.rows(); row++) {
                for (int column = 0; column < first.columns(); column++) {
                    double element = a[row * first.columns() + column];
                    expected[row] += element * product[column];
                    largest[row] += Math.abs(element) * sizes[column];
                }
            }
        }

        void require(int row, double[] elements, int offset) {
            double found = 0;
            for (int column = 0; column < vector.length; column++) {
                found += elements[offset + column] * vector[column];
            }
            double near = roundings * Math.ulp(largest[row]);
            boolean same = Math.abs(found - expected[row]) <= near || Double.compare(found, expected[row]) == 0;
            if (!same && !Double.isNaN(largest[row]) && !Double.isInfinite(largest[row])) {
                throw new IllegalStateException("row " + row + " of the product is wrong: expected " + expected[row]
                        + " times r, up to " + near + ", found " + found);
            }
        }
    }
}
