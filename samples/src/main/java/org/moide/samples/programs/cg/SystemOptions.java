package org.moide.samples.programs.cg;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.output.OutputFile;
import org.moide.samples.programs.cg.market.MarketFile;
import org.moide.samples.programs.cg.market.MarketHeader;

/**
 * The options that go with {@code --matrix}. Empty texts stand for options that were not given.
 *
 * @param iterations the most iterations; 0 stands for ten times the number of rows
 */
record SystemOptions(String matrix, String rhs, String output, double tolerance, int iterations) {
    static final String USAGE = """
            --matrix file       instead of the benchmark: solves A x = b, where A is your symmetric positive definite
                                matrix in Matrix Market's format (.mtx, or gzipped), by conjugate gradients with
                                Jacobi's preconditioner; read on the host of ID 0
            --rhs file          b, one column in the same format (default: all ones)
            --tolerance t       until the residual |b - A x| / |b| is at most t (default 1e-8)
            --iterations n      with --matrix: at most n (default: ten for each row)
            --output file       writes x there, in the same format; gzipped if it ends with .gz
            """;

    static final String MATRIX = "--matrix";
    static final String RHS = "--rhs";
    static final String OUTPUT = "--output";
    static final String TOLERANCE = "--tolerance";
    static final String ITERATIONS = "--iterations";

    private static final double LEAST_TOLERANCE = 1e-16;
    private static final int ITERATIONS_PER_ROW = 10;
    private static final int MOST_ITERATIONS = 100_000_000;

    /** Returns whether the options ask to solve a system; if not, the benchmark is run. */
    static boolean areIn(Arguments arguments) {
        return arguments.has(MATRIX);
    }

    /**
     * Reads and checks the options.
     *
     * @throws UsageException if an option is wrong; files are not checked
     */
    static SystemOptions of(Arguments arguments) {
        arguments.allow(Set.of(MATRIX, RHS, OUTPUT, TOLERANCE, ITERATIONS), Set.of(), 0);
        return new SystemOptions(
                arguments.text(MATRIX, ""),
                arguments.text(RHS, ""),
                arguments.text(OUTPUT, ""),
                arguments.number(TOLERANCE, 1e-8, LEAST_TOLERANCE, 1.0),
                arguments.has(ITERATIONS) ? arguments.count(ITERATIONS, 0, 1, MOST_ITERATIONS) : 0);
    }

    /** Checks the files, as far as that is possible before anything is computed. */
    void checkFiles() {
        MarketHeader header = MarketFile.read(MATRIX, Path.of(matrix), MarketFile::header);
        SystemMatrix.check(MATRIX + " " + matrix, header);
        if (!rhs.isEmpty()) {
            MarketFile.read(RHS, Path.of(rhs), file -> file.checkedVector(header.rows()));
        }
        if (!output.isEmpty()) {
            OutputFile.check(OUTPUT, Path.of(output));
            OutputFile.checkApart(OUTPUT, output, MATRIX, matrix);
            OutputFile.checkApart(OUTPUT, output, RHS, rhs);
        }
    }

    boolean zipsOutput() {
        return output.toLowerCase(Locale.ROOT).endsWith(".gz");
    }

    int iterations(int rows) {
        return iterations > 0 ? iterations : (int) Math.min(MOST_ITERATIONS, (long) ITERATIONS_PER_ROW * rows);
    }
}
