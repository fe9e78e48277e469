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
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskContext;
import org.moide.engine.UsageException;
import org.moide.samples.output.OutputFile;

/**
 * The product of two matrices from the user's files. There are two ways to distribute them. Either the second matrix is
 * sent to every engine once, and rows of the first are sent with the tasks; or each engine reads what it needs from
 * both files. If the product is to be written to a file, the coordinator writes rows when they arrive, and verifies
 * them if it has read the matrices. Otherwise rows are verified on the engine that made them, and are not sent.
 */
final class UserProduct implements Multiplication {
    static final String FIRST = "--a";
    static final String SECOND = "--b";
    static final String OUT = "--out";
    static final String READ = "--read";
    private static final String ONE = "one";
    private static final String EACH = "each";

    private static final String FACTORS = "factors";
    private static final String ELEMENTS = "second";
    private static final String CHECK = "check";
    /**
     * The number of tasks into which a small matrix is divided. There are fewer if tasks would otherwise have too few
     * rows to outweigh the copying of blocks.
     */
    private static final int TASKS = 8;

    private static final int FEWEST_ROWS = 32;
    private static final int MOST_ROWS = 512;

    /** The fraction of the heap that is left for everything other than matrices. */
    private static final double SPARE = 0.1;

    private final Path firstFile;
    private final Path secondFile;
    private final @Nullable Path out;
    private final int rowsOfTask;
    private final Shape first;
    private final Shape second;

    /** The second matrix in the form of {@link Blocks}, on each engine. */
    private volatile @Nullable Blocks blocks;

    /** The first matrix, on an engine that reads the files itself; otherwise null. Set by {@link #prepare}. */
    private volatile @Nullable RowSource firstRows;

    /** The part of the check that depends on the second matrix; null if {@link #firstRows} is null. */
    private volatile RowCheck.@Nullable SecondMatrix secondMatrix;

    /** Arrays that threads have used for rows of the first matrix, to be used again. */
    private final Queue<double[]> spare = new ConcurrentLinkedQueue<>();

    /** The way of reading the files that the user has requested; empty if the user has not chosen one. */
    private final String reading;

    /** Whether each engine reads the files itself. Not known before the first engines are known. */
    private volatile boolean eachReads;

    private volatile Shape secondShape;

    /** The check of rows: on the coordinator, and also on each engine if the product stays there. */
    private volatile @Nullable RowCheck check;

    /** Whether this engine sends rows of the product to the coordinator. */
    private final boolean brings;

    private @Nullable FileChannel product;
    private long beginNanos;
    private long startNanos;
    private final BitSet come = new BitSet();
    private double squares;
    private long multiplyNanos; // summed over threads

    private UserProduct(
            Path firstFile,
            Path secondFile,
            @Nullable Path out,
            boolean brings,
            String reading,
            int rowsOfTask,
            Shape first,
            Shape second) {
        this.firstFile = firstFile;
        this.secondFile = secondFile;
        this.out = out;
        this.rowsOfTask = rowsOfTask;
        this.first = first;
        this.second = second;
        this.secondShape = second;
        this.brings = brings;
        this.reading = reading;
    }

    /**
     * Creates the requested product on the coordinator. For that it reads the heads of the files.
     *
     * @param rowsOfTask the number of rows of a task; 0 if the user has not chosen one
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
        return new UserProduct(a, b, out, out != null, reading(arguments), rows, first, second);
    }

    private Shape shape() {
        return new Shape(first.rows(), second.columns());
    }

    /**
     * Creates the product on an engine. The files may be only on the coordinator's host, so the engine asks the
     * coordinator for the shapes when it needs them.
     */
    static UserProduct onEngine(Arguments arguments, int rowsOfTask) {
        Shape unknown = new Shape(1, 1);
        return new UserProduct(
                Path.of(""), Path.of(""), null, arguments.has(OUT), reading(arguments), rowsOfTask, unknown, unknown);
    }

    private static String reading(Arguments arguments) {
        String found = arguments.text(READ, "");
        if (arguments.has(READ) && !found.equals(ONE) && !found.equals(EACH)) {
            throw new UsageException(READ + ": expected " + ONE + " or " + EACH + ", found '" + found + "'");
        }
        return found;
    }

    /**
     * Decides whether each engine reads the files itself. If all engines are on one host, sending the matrices would
     * waste time; but files of text are better converted only once.
     */
    private boolean eachReads(TaskContext<Rows> context) {
        return reading.isEmpty()
                ? context.isLocal() && MatrixFile.isMapped(FIRST, firstFile) && MatrixFile.isMapped(SECOND, secondFile)
                : reading.equals(EACH);
    }

    @Override
    public void createTasks(TaskContext<Rows> context) throws IOException {
        beginNanos = System.nanoTime();
        eachReads = eachReads(context);
        double[] a = eachReads ? shareNames(context) : shareElements(context);
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
            context.put(
                    a.length == 0
                            ? Rows.of(from, to)
                            : Rows.of(from, to, Arrays.copyOfRange(a, from * first.columns(), to * first.columns())));
        }
    }

    /**
     * Shares the files' names with the engines, which read the files themselves. Returns an empty array, since tasks
     * then need no rows of the first matrix.
     */
    private double[] shareNames(TaskContext<Rows> context) {
        KernelWarmUp warmUp = KernelWarmUp.begin();
        context.share(
                FACTORS, new Factors(first, second, KnownFile.of(FIRST, firstFile), KnownFile.of(SECOND, secondFile)));
        warmUp.await();
        return new double[0];
    }

    /** Reads both matrices, and shares the second one. Returns the first. */
    private double[] shareElements(TaskContext<Rows> context) {
        // The first matrix; the second as it travels, and as it is read there and by the engine of this process.
        requireMemory("the coordinator", (double) first.bytes() + 3.0 * (double) second.bytes());
        KernelWarmUp warmUp = KernelWarmUp.begin(); // while the files are read
        double[] b = MatrixFile.read(SECOND, secondFile, second);
        context.share(FACTORS, new Factors(first, second, null, null));
        context.share(ELEMENTS, new Elements(b));
        double[] a = firstFile.equals(secondFile) ? b : MatrixFile.read(FIRST, firstFile, first);
        RowCheck made = RowCheck.of(first, a, second, b);
        check = made;
        if (!brings) {
            context.share(CHECK, made);
        }
        warmUp.await();
        return a;
    }

    private static Path part(Path file) {
        return file.toAbsolutePath().resolveSibling(file.getFileName() + ".part");
    }

    @Override
    public void prepare(TaskContext<Rows> context) {
        Factors factors = context.shared(FACTORS, Factors.class);
        Shape shape = factors.second();
        KnownFile firstKnown = factors.firstFile();
        KnownFile secondKnown = factors.secondFile();
        eachReads = firstKnown != null;
        long rows = Math.min(
                rowsOfTask == 0 ? MOST_ROWS : rowsOfTask, factors.first().rows());
        // For each thread, rows of both matrices, and of the product if they travel.
        long task = rows * (shape.rows() + (brings ? 2L : 1L) * shape.columns()) * Double.BYTES;
        requireMemory(
                "engine " + context.engine(),
                // As it came and as an array.
                (eachReads ? 0.0 : 2.0 * (double) shape.bytes()) + (double) context.queues() * (double) task);
        KernelWarmUp warmUp = KernelWarmUp.begin(); // while the matrix comes
        if (firstKnown != null && secondKnown != null) {
            Path file = firstKnown.here(FIRST);
            RowSource b = MatrixFile.source(SECOND, secondKnown.here(SECOND), shape);
            firstRows = firstKnown.equals(secondKnown) ? b : MatrixFile.source(FIRST, file, factors.first());
            secondMatrix = RowCheck.SecondMatrix.of(factors.first(), shape, b);
            blocks = new Blocks(shape, b);
        } else {
            blocks = new Blocks(
                    shape, RowSource.of(context.shared(ELEMENTS, Elements.class).numbers()));
        }
        secondShape = shape;
        if (!eachReads && !brings && check == null) {
            check = context.shared(CHECK, RowCheck.class);
        }
        warmUp.await();
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
        Shape shape = secondShape;
        RowSource source = firstRows;
        if (source == null) {
            return multiply(rows, rows.first(), brings ? null : check);
        }
        int count = rows.count() * shape.rows();
        double[] before = spare.poll();
        double[] left = before == null || before.length < count ? new double[count] : before;
        source.copy(rows.from() * shape.rows(), left, 0, count);
        RowCheck looks = requireNonNull(secondMatrix, "prepare comes before the first task")
                .check(rows.from(), rows.to(), left);
        Product product = multiply(rows, left, looks);
        spare.add(left);
        return product;
    }

    private Product multiply(Rows rows, double[] left, @Nullable RowCheck looks) {
        Blocks b = requireNonNull(blocks, "prepare comes before the first task");
        int columns = secondShape.columns();
        long start = System.nanoTime();
        if (brings) {
            double[] elements = new double[rows.count() * columns];
            b.times(
                    rows.count(),
                    left,
                    (row, column, width, sums, at) ->
                            System.arraycopy(sums, at, elements, row * columns + column, width));
            long nanos = System.nanoTime() - start;
            if (looks != null) {
                looks.look(rows, elements).require();
            }
            return Product.of(rows, elements, nanos);
        }
        RowCheck.Look look = requireNonNull(looks).look(rows.from(), rows.count());
        b.times(rows.count(), left, look);
        long nanos = System.nanoTime() - start;
        look.require();
        return Product.verified(rows, look.squares(), nanos);
    }

    @Override
    public void take(Product some) throws IOException {
        multiplyNanos += some.nanos();
        squares += some.squares();
        for (int index = 0; index < some.rows().size(); index++) {
            Rows rows = some.rows().get(index);
            if (some.hasElements()) {
                takeElements(rows, some.numbers(index));
            }
            int again = come.nextSetBit(rows.from());
            if (again >= 0 && again < rows.to()) {
                throw new IllegalStateException("row " + again + " came a second time");
            }
            come.set(rows.from(), rows.to());
        }
    }

    private void takeElements(Rows rows, double[] elements) throws IOException {
        RowCheck check = this.check;
        if (check == null) { // the engines that made the rows have verified them
            for (double element : elements) {
                squares += element * element;
            }
        } else {
            RowCheck.Look look = check.look(rows, elements);
            look.require();
            squares += look.squares();
        }
        FileChannel into = product;
        if (into != null) {
            NpyFile.write(into, shape(), rows.from(), elements);
        }
    }

    @Override
    public void end(Report report) throws IOException {
        if (come.cardinality() != first.rows()) {
            throw new IllegalStateException("expected " + first.rows() + " rows, found " + come.cardinality()
                    + "; the first that is missing is " + come.nextClearBit(0));
        }
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        double readSeconds = (startNanos - beginNanos) / 1e9;
        double multiplySeconds = (double) multiplyNanos / 1e9;
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
        report.put("multiplyAddsPerThreadSecond", multiplyAdds / multiplySeconds);
        report.put("readSeconds", readSeconds);
        report.put("multiplySeconds", multiplySeconds);
        report.print(String.format(
                Locale.ROOT,
                "%.2f s %s; %.2f s from the first task to the last row, which %s;"
                        + " of this the threads together multiplied for %.2f s",
                readSeconds,
                eachReads ? "until the loop was compiled" : "to read both matrices and send the second",
                seconds,
                brings ? "was verified and written here" : "was verified where it was made, and stayed there",
                multiplySeconds));
    }
}
