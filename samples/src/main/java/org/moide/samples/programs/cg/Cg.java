package org.moide.samples.programs.cg;

import java.util.Set;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.ComputeThread;
import org.moide.engine.Report;
import org.moide.engine.UsageException;

/**
 * CG of the NAS Parallel Benchmarks (MOIDE, §6): estimates the largest eigenvalue of a sparse symmetric matrix of a
 * random pattern, by the inverse power method with 25 steps of conjugate gradient each. Written from the published
 * specification; every class, any number of compute threads, which work in independent mode.
 *
 * <p>Reports {@code zeta}, {@code verification} ({@code "successful"}: within 1e-10 of the published value;
 * {@code "failed"}; {@code "not performed"} if {@code --iterations} made it another problem), {@code mops} by the
 * benchmark's formula, {@code seconds}, {@code residual}, {@code iterations}, {@code class}, {@code decomposition}. As
 * the benchmark prescribes, one step goes before the measured ones; building the matrix isn't measured either. The time
 * is this application's own, from ID 0's clock between the points where all have met.
 */
public final class Cg implements Application {
    private static final String CLASS = "--class";
    private static final String ITERATIONS = "--iterations";
    private static final String DECOMPOSITION = "--decomposition";
    private static final int MOST_ITERATIONS = 1_000_000;

    /** From so many IDs on a grid, where one is possible, moves clearly less than rows do. */
    private static final int LEAST_IDS_FOR_GRID = 16;

    @Override
    public String summary() {
        return "conjugate gradient: NPB's CG, classes S W A B C D E, verified";
    }

    @Override
    public String usage() {
        return """
                --class c           the problem: S W A B C D E (default S)
                --iterations n      another number of steps than the class's own; the result is then not verified
                --decomposition d   rows: whole rows by power, any number of threads
                                    grid: NPB's layout, 2^k threads of equal power
                                    auto (default): grid from 16 threads on where it is possible, else rows
                """;
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of(CLASS, ITERATIONS, DECOMPOSITION), Set.of(), 0);
        problem(arguments);
        iterations(arguments);
        layout(arguments);
    }

    @Override
    public void run(ComputeThread self) {
        ProblemClass problem = problem(self.arguments());
        int iterations = iterations(self.arguments());
        Decomposition decomposition = decomposition(self, problem);
        SparseMatrix matrix = SparseMatrix.build(problem, decomposition.block());
        ConjugateGradient method = new ConjugateGradient(decomposition, matrix, problem.shift());
        boolean speaker = self.id() == 0;

        CgState state = restore(self, decomposition, method.x());
        if (state.iteration() == 0) {
            method.step(); // untimed, as the benchmark prescribes
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
                self.checkpoint(new CgState(iteration, zeta, System.nanoTime() - startNanos, method.x()));
            }
        }
        self.comm().remoteBarrier();
        long elapsedNanos = System.nanoTime() - startNanos;
        if (speaker) {
            Outcome outcome = new Outcome(problem, iterations, zeta, method.residual(), Math.max(1, elapsedNanos));
            outcome.tell(self.report(), decomposition instanceof GridDecomposition ? "grid" : "rows");
        }
    }

    /** Rows can be cut anew for another number of threads; a grid is there for one number. */
    private static CgState restore(ComputeThread self, Decomposition decomposition, double[] first) {
        if (decomposition instanceof GridDecomposition) {
            return self.restore(() -> CgState.initial(first));
        }
        Block block = decomposition.block();
        return self.restore(
                () -> CgState.initial(first), (all, any) -> CgState.cut(all, block.firstRow(), block.endRow()));
    }

    private static ProblemClass problem(Arguments arguments) {
        return ProblemClass.named(arguments.text(CLASS, "S"));
    }

    private static int iterations(Arguments arguments) {
        return arguments.count(ITERATIONS, problem(arguments).iterations(), 1, MOST_ITERATIONS);
    }

    private static String layout(Arguments arguments) {
        String layout = arguments.text(DECOMPOSITION, "auto");
        if (!Set.of("auto", "rows", "grid").contains(layout)) {
            throw new UsageException(DECOMPOSITION + ": expected auto, rows or grid, found '" + layout + "'");
        }
        return layout;
    }

    private static Decomposition decomposition(ComputeThread self, ProblemClass problem) {
        String layout = layout(self.arguments());
        int count = self.comm().count();
        boolean powerOfTwo = Integer.bitCount(count) == 1;
        if (layout.equals("grid") && !powerOfTwo) {
            throw new UsageException(DECOMPOSITION + " grid: expected a power of two of threads in all, found " + count
                    + ": use --decomposition rows");
        }
        boolean grid = layout.equals("grid")
                || (layout.equals("auto") && powerOfTwo && count >= LEAST_IDS_FOR_GRID && equalShares(self, count));
        return grid
                ? new GridDecomposition(self.comm(), problem.order())
                : new RowDecomposition(self.comm(), problem.order(), self::share);
    }

    /** Within a quarter: a grid cuts equal parts, and the slowest decides. */
    private static boolean equalShares(ComputeThread self, int count) {
        for (int id = 0; id < count; id++) {
            double relative = self.share(id) * count;
            if (relative < 0.75 || relative > 1.25) {
                return false;
            }
        }
        return true;
    }

    /** What came out of a run. */
    private record Outcome(ProblemClass problem, int iterations, double zeta, double residual, long elapsedNanos) {
        void tell(Report report, String decomposition) {
            boolean comparable = iterations == problem.iterations();
            boolean right = problem.verifies(zeta);
            double seconds = elapsedNanos / 1e9;
            double mops = problem.megaOperations(iterations) / seconds;
            String verification = verification(comparable, right);
            report.put("class", problem.name());
            report.put("zeta", zeta);
            report.put("verification", verification);
            report.put("mops", mops);
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
