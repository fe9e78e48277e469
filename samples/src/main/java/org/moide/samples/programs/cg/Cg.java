package org.moide.samples.programs.cg;

import java.io.IOException;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.ComputeThread;
import org.moide.engine.Report;
import org.moide.engine.UsageException;
import org.moide.samples.programs.cg.matrix.Block;
import org.moide.samples.programs.cg.matrix.MatrixMaking;
import org.moide.samples.programs.cg.matrix.ProblemClass;
import org.moide.samples.programs.cg.matrix.SparseMatrix;
import org.moide.samples.programs.warm.Untimed;
import org.moide.samples.programs.warm.WarmUp;

/**
 * CG of the NAS Parallel Benchmarks (MOIDE, §6): estimates the largest eigenvalue of a sparse symmetric matrix of a
 * random pattern, by the inverse power method with 25 steps of conjugate gradient each. Written from the published
 * specification, with all of its problem classes. It runs with any number of compute threads, in MOIDE's independent
 * mode.
 *
 * <p>Reports {@code zeta}, {@code verification} ({@code "successful"}: within 1e-10 of the published value; {@code
 * "failed"}; {@code "not performed"} if {@code --iterations} changed the problem), {@code mops} (million operations a
 * second, by the benchmark's formula), {@code seconds}, {@code residual}, {@code iterations}, {@code class}, {@code
 * decomposition}. As the benchmark prescribes, one untimed step precedes the measured ones; with {@code --warm-up}
 * there are more. {@code warmUp}, {@code untimedSteps} and {@code untimedSeconds} report that. Building the matrix is
 * not timed either. The time is measured by ID 0's clock between two points at which all IDs meet.
 *
 * <p>With {@code --matrix} it solves a linear system of the user instead, see {@link SystemSolve}.
 */
public final class Cg implements Application {
    /**
     * The least number of IDs for which a grid, where it is possible, moves clearly less data than a distribution by
     * whole rows.
     */
    private static final int LEAST_IDS_FOR_GRID = 16;

    @Override
    public String summary() {
        return "conjugate gradient: NPB's CG, verified, or a system of yours (--matrix)";
    }

    @Override
    public String usage() {
        return Options.USAGE + SystemOptions.USAGE;
    }

    @Override
    public void check(Arguments arguments) {
        if (SystemOptions.areIn(arguments)) {
            SystemOptions.of(arguments).checkFiles();
        } else {
            Options.of(arguments);
        }
    }

    @Override
    public void run(ComputeThread self) throws IOException {
        if (SystemOptions.areIn(self.arguments())) {
            new SystemSolve(self, SystemOptions.of(self.arguments())).run();
        } else {
            benchmark(self);
        }
    }

    private static void benchmark(ComputeThread self) {
        Options options = Options.of(self.arguments());
        ProblemClass problem = options.problem();
        int iterations = options.iterations();
        Decomposition decomposition = decomposition(self, options);
        SparseMatrix matrix = decomposition instanceof RowDecomposition
                ? MatrixMaking.make(self.comm(), problem, decomposition.block())
                : SparseMatrix.build(problem, decomposition.block());
        ConjugateGradient method = new ConjugateGradient(decomposition, matrix, problem.shift());
        boolean speaker = self.id() == 0;

        CgState state = restore(self, decomposition, method.x());
        Untimed untimed = state.untimed();
        if (state.iteration() == 0) {
            untimed = WarmUp.run(self.comm(), options.mostWarmUpNanos(), () -> untimedStep(self, method, iterations));
            method.restart();
        } else {
            method.restart(state.x());
        }
        self.comm().remoteBarrier();
        long startNanos = System.nanoTime() - state.elapsedNanos();
        double zeta = state.zeta();
        for (int iteration = state.iteration() + 1; iteration <= iterations; iteration++) {
            zeta = method.step();
            if (speaker) {
                self.report().progress(iteration, iterations, "iterations");
            }
            if (iteration < iterations) {
                self.checkpoint(new CgState(iteration, zeta, System.nanoTime() - startNanos, untimed, method.x()));
            }
        }
        self.comm().remoteBarrier();
        long elapsedNanos = System.nanoTime() - startNanos;
        if (speaker) {
            tell(untimed, self.report());
            Outcome outcome = new Outcome(problem, iterations, zeta, method.residual(), Math.max(1, elapsedNanos));
            outcome.tell(self.report(), decomposition instanceof GridDecomposition ? "grid" : "rows");
        }
    }

    /**
     * Runs everything once that a measured step runs. The first report of progress and the first checkpoint take some
     * hundredths of a second, because their code runs for the first time. A run that is restored from this checkpoint
     * begins again from the start.
     */
    private static void untimedStep(ComputeThread self, ConjugateGradient method, int iterations) {
        method.step();
        if (self.id() == 0) {
            self.report().progress(0, iterations, "iterations");
        }
        self.checkpoint(CgState.initial(method.x()));
    }

    /**
     * Prints by which rule the figures were measured, since figures measured by different rules must not be compared.
     */
    private static void tell(Untimed untimed, Report report) {
        report.put("untimedSteps", untimed.steps());
        report.put("untimedSeconds", untimed.nanos() / 1e9);
        report.put(
                "warmUp",
                untimed.warmUp()
                        ? untimed.inWords(", more than NPB's 1")
                        : "NPB's rule: 1 untimed step (a JVM still compiles after it; --warm-up measures without that)");
    }

    /**
     * Returns the state from which this ID starts. For another number of threads, a distribution by rows can be divided
     * again, but one by a grid cannot.
     */
    private static CgState restore(ComputeThread self, Decomposition decomposition, double[] first) {
        if (decomposition instanceof GridDecomposition) {
            return self.restore(() -> CgState.initial(first));
        }
        Block block = decomposition.block();
        return self.restore(
                () -> CgState.initial(first), (all, any) -> CgState.cut(all, block.firstRow(), block.endRow()));
    }

    private static Decomposition decomposition(ComputeThread self, Options options) {
        int order = options.problem().order();
        int count = self.comm().count();
        boolean powerOfTwo = Integer.bitCount(count) == 1;
        if (options.layout() == Options.Layout.GRID && !powerOfTwo) {
            throw new UsageException(Options.DECOMPOSITION
                    + " grid: expected a power of two of threads in all, found " + count
                    + ": use " + Options.DECOMPOSITION + " rows");
        }
        boolean grid = switch (options.layout()) {
            case GRID -> true;
            case ROWS -> false;
            case AUTO -> powerOfTwo && count >= LEAST_IDS_FOR_GRID && equalShares(self, count);
        };
        return grid ? new GridDecomposition(self.comm(), order) : new RowDecomposition(self.comm(), order, self::share);
    }

    /**
     * Returns whether each ID's share of the power differs from an equal share by at most a quarter. In a grid all
     * parts are equal, so the slowest ID would determine the time.
     */
    private static boolean equalShares(ComputeThread self, int count) {
        for (int id = 0; id < count; id++) {
            double relative = self.share(id) * count;
            if (relative < 0.75 || relative > 1.25) {
                return false;
            }
        }
        return true;
    }

    /** The result of a run of the benchmark. */
    private record Outcome(ProblemClass problem, int iterations, double zeta, double residual, long elapsedNanos) {
        void tell(Report report, String decomposition) {
            boolean comparable = iterations == problem.iterations();
            boolean right = problem.verifies(zeta);
            double seconds = elapsedNanos / 1e9;
            report.put("class", problem.name());
            report.put("zeta", zeta);
            report.put("verification", verification(comparable, right));
            report.put("mops", problem.megaOperations(iterations) / seconds);
            report.put("seconds", seconds);
            report.put("residual", residual);
            report.put("iterations", iterations);
            report.put("decomposition", decomposition);
            if (comparable && !right) {
                throw new IllegalStateException("verification failed: class " + problem + " has zeta " + problem.zeta()
                        + " within " + ProblemClass.TOLERANCE + " of itself, found " + zeta);
            }
        }

        private static String verification(boolean comparable, boolean right) {
            if (!comparable) {
                return "not performed";
            }
            return right ? "successful" : "failed";
        }
    }
}
