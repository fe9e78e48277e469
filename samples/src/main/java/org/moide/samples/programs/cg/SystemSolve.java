package org.moide.samples.programs.cg;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;
import org.moide.commlib.Slice;
import org.moide.engine.ComputeThread;
import org.moide.engine.Report;
import org.moide.engine.UsageException;
import org.moide.samples.output.OutputFile;
import org.moide.samples.programs.cg.market.MarketFile;
import org.moide.samples.programs.cg.market.MarketHeader;
import org.moide.samples.programs.cg.matrix.Block;
import org.moide.samples.programs.cg.matrix.SparseMatrix;

/**
 * One compute thread's part in solving a user's system. ID 0 reads the files and distributes whole rows, so that each
 * ID gets its share of the nonzero entries.
 *
 * <p>Reports {@code rows}, {@code nonZeros}, {@code iterations}, {@code residual} (relative, computed anew from A, x
 * and b at the end), {@code tolerance}, {@code seconds} (of solving alone), {@code readSeconds} (until all IDs have
 * their rows), {@code decomposition} ({@code halo}: each ID gets those elements of a vector that its rows use; {@code
 * rows}: it gets the whole vector) and {@code solution}, the file that was written. If the system cannot be solved, the
 * run fails and no file is written.
 */
final class SystemSolve {
    /**
     * The fraction to which each new start of the method must reduce the true residual, or the method ends. The
     * residual that the iteration updates drifts away from the true one; after a new start both are equal.
     */
    private static final double LEAST_GAIN = 0.5;

    /**
     * The number of iterations from one safe point to the next. At a safe point all IDs meet, which takes at least as
     * long as an iteration of a small system.
     */
    private static final int ITERATIONS_PER_SAFE_POINT = 20;

    private final ComputeThread self;
    private final CommLib comm;
    private final SystemOptions options;
    private final String name;
    private final boolean speaker;

    SystemSolve(ComputeThread self, SystemOptions options) {
        this.self = self;
        this.comm = self.comm();
        this.options = options;
        this.name = SystemOptions.MATRIX + " " + options.matrix();
        this.speaker = self.id() == 0;
    }

    void run() throws IOException {
        SystemState state = self.restore(() -> SystemState.NONE, (all, any) -> SystemState.joined(all));
        long readNanos = System.nanoTime();
        Part part = deal(state);
        JacobiCg method = new JacobiCg(part.decomposition, part.matrix, part.diagonal, part.b);
        readNanos = System.nanoTime() - readNanos;

        if (!Double.isFinite(method.normB())) {
            throw new UsageException(
                    name + ": expected |b| that a double can hold, found " + method.normB() + ": scale the right side");
        }

        long startNanos = System.nanoTime() - state.elapsedNanos();
        Block block = part.decomposition.block();
        int most = options.iterations(block.columns());
        int iteration = solve(method, state.rows(block), part.cuts, most, startNanos);
        double residual = method.trueResidual();
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        if (speaker) {
            Report report = self.report();
            report.put("rows", block.columns());
            report.put("nonZeros", part.nonZeros);
            report.put("iterations", iteration);
            report.put("residual", residual);
            report.put("tolerance", options.tolerance());
            report.put("seconds", seconds);
            report.put("readSeconds", readNanos / 1e9);
            report.put("decomposition", part.decomposition instanceof HaloDecomposition ? "halo" : "rows");
        }
        if (!(residual <= options.tolerance())) {
            throw notSolved(residual, iteration == most ? most : 0);
        }
        write(method.x(), block);
    }

    /**
     * Iterates until the residual is small enough. Returns the total number of iterations, including those before a
     * restored state.
     *
     * @param most the most iterations
     */
    private int solve(JacobiCg method, SystemState state, int[] cuts, int most, long startNanos) {
        int iteration = state.iteration();
        if (iteration == 0) {
            method.begin();
        } else {
            method.resume(state);
        }
        double truth = Double.POSITIVE_INFINITY;
        while (true) {
            while (iteration < most && !(method.carriedResidual() <= options.tolerance())) {
                double curvature = method.step();
                if (!JacobiCg.isDefinite(curvature)) {
                    throw notDefinite(curvature, iteration + 1);
                }
                iteration++;
                if (speaker) {
                    self.report().progress(iteration, 0, "iterations");
                }
                if (iteration % ITERATIONS_PER_SAFE_POINT == 0) {
                    self.checkpoint(method.kept(iteration, System.nanoTime() - startNanos, cuts));
                }
            }
            double now = method.trueResidual();
            if (iteration == most || now <= options.tolerance() || !(now < LEAST_GAIN * truth)) {
                return iteration;
            }
            truth = now;
            method.begin();
        }
    }

    /**
     * Makes the exception that says that the system was not solved.
     *
     * @param iterations the number of iterations after which the method was stopped; 0 if it was stopped because
     *     rounding kept the residual from decreasing
     */
    private UsageException notSolved(double residual, int iterations) {
        String wanted = name + ": expected |b - A x| / |b| of at most " + options.tolerance();
        return new UsageException(
                iterations > 0
                        ? wanted + " within " + iterations + " iterations, found " + residual
                                + ": give it more --iterations, or ask for a larger --tolerance"
                        : wanted + ", found " + residual
                                + ", which rounding lets become no smaller: ask for a larger --tolerance");
    }

    private UsageException notDefinite(double curvature, int iteration) {
        return new UsageException(
                Double.isNaN(curvature) || Double.isInfinite(curvature)
                        ? name + ": expected numbers that can be multiplied, found p·Ap = " + curvature
                                + " at iteration " + iteration + ": scale the matrix"
                        : name + ": expected a symmetric positive definite matrix, found p·Ap = " + curvature
                                + " at iteration " + iteration);
    }

    private void write(double[] x, Block block) throws IOException {
        if (options.output().isEmpty()) {
            return;
        }
        double[] whole = new double[speaker ? block.columns() : 0];
        comm.gather(0, Slice.of(x), Slice.of(whole));
        if (speaker) {
            OutputFile.write(
                    Path.of(options.output()),
                    into -> MarketFile.write(into, options.zipsOutput(), "x of A x = b, by cg of MOIDE", whole));
            self.report().put("solution", options.output());
        }
    }

    // --- reading and dealing ---------------------------------------------------------------------------------------

    /** The system that ID 0 has read. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Whole(SystemMatrix matrix, double[] b) {}

    /** What this ID has received of the system. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Part(
            int[] cuts,
            Decomposition decomposition,
            int nonZeros,
            SparseMatrix matrix,
            double[] diagonal,
            double[] b) {}

    private Part deal(SystemState state) {
        long[] heaps = heaps();
        Whole whole = null;
        String trouble = "";
        if (speaker) {
            try {
                whole = read(heaps);
            } catch (UsageException wrong) {
                trouble = String.valueOf(wrong.getMessage());
            }
        }
        trouble = comm.broadcast(0, trouble);
        if (!trouble.isEmpty()) {
            throw new UsageException(trouble);
        }
        return part(state, whole);
    }

    /** Returns the heap size of each ID's JVM, in bytes. */
    private long[] heaps() {
        long[] heaps = new long[comm.count()];
        comm.allGather(Slice.of(new long[] {Runtime.getRuntime().maxMemory()}), Slice.of(heaps));
        return heaps;
    }

    private Whole read(long[] heaps) {
        return MarketFile.read(SystemOptions.MATRIX, Path.of(options.matrix()), file -> {
            MarketHeader header = file.header();
            SystemMatrix.check(name, header);
            checkMemory(header, heaps);
            SystemMatrix matrix = SystemMatrix.of(name, header, file.entries());
            double[] b = new double[matrix.rows()];
            if (options.rhs().isEmpty()) {
                Arrays.fill(b, 1.0);
            } else {
                b = MarketFile.read(SystemOptions.RHS, Path.of(options.rhs()), right -> right.vector(matrix.rows()));
            }
            return new Whole(matrix, b);
        });
    }

    private void checkMemory(MarketHeader header, long[] heaps) {
        MemoryNeed need = new MemoryNeed(header);
        for (int first = 0; first < comm.count(); ) {
            int end = first;
            double share = 0.0;
            while (end < comm.count() && comm.engineOf(end) == comm.engineOf(first)) {
                share += self.share(end++);
            }
            double bytes = need.of(share, end - first, first == 0);
            if (bytes > heaps[first]) {
                throw new UsageException(name + ": " + header.rows() + " rows and " + header.entries()
                        + " entries need " + MemoryNeed.inWords(bytes) + " in engine " + comm.engineOf(first)
                        + ", whose heap has at most " + MemoryNeed.inWords((double) heaps[first])
                        + ": give engines more (--engine-memory), or use more engines");
            }
            first = end;
        }
    }

    private Part part(SystemState state, @Nullable Whole whole) {
        int[] sizes = new int[2];
        int[] cuts = new int[comm.count() + 1];
        int[] counts = new int[0];
        int[] columns = counts;
        double[] values = new double[0];
        double[] b = values;
        if (speaker) {
            SystemMatrix matrix = requireNonNull(whole, "ID 0 has read it").matrix;
            int[] starts = matrix.rowStarts();
            sizes = new int[] {matrix.rows(), starts[matrix.rows()]};
            cuts = RowCuts.of(starts, comm.count(), self::share);
            counts = new int[matrix.rows()];
            Arrays.setAll(counts, row -> starts[row + 1] - starts[row]);
            columns = matrix.columns();
            values = matrix.values();
            b = whole.b;
        }
        comm.broadcast(0, Slice.of(sizes));
        comm.broadcast(0, Slice.of(cuts));
        if (!state.isWhole()) {
            cuts = state.cuts(); // an engine of another power may have replaced a lost one
        }
        Block block = new Block(cuts[self.id()], cuts[self.id() + 1], 0, sizes[0]);
        int[] rowStarts = new int[block.rows() + 1];
        comm.scatter(0, Slice.of(counts), Slice.of(rowStarts, 1, block.rows()));
        for (int row = 0; row < block.rows(); row++) {
            rowStarts[row + 1] += rowStarts[row];
        }
        int[] ownColumns = new int[rowStarts[block.rows()]];
        double[] ownValues = new double[ownColumns.length];
        double[] ownB = new double[block.rows()];
        comm.scatter(0, Slice.of(columns), Slice.of(ownColumns));
        comm.scatter(0, Slice.of(values), Slice.of(ownValues));
        comm.scatter(0, Slice.of(b), Slice.of(ownB));
        double[] diagonal = diagonal(block, rowStarts, ownColumns, ownValues);
        Decomposition decomposition = HaloDecomposition.of(comm, cuts, ownColumns);
        SparseMatrix matrix = new SparseMatrix(rowStarts, ownColumns, ownValues);
        return new Part(cuts, decomposition, sizes[1], matrix, diagonal, ownB);
    }

    private static double[] diagonal(Block block, int[] rowStarts, int[] columns, double[] values) {
        SparseMatrix byColumn = new SparseMatrix(rowStarts, columns, values);
        double[] diagonal = new double[block.rows()];
        for (int row = 0; row < diagonal.length; row++) {
            diagonal[row] = byColumn.at(row, block.firstRow() + row);
        }
        return diagonal;
    }
}
