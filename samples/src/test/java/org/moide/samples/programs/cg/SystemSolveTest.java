package org.moide.samples.programs.cg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.moide.commlib.CommLib;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.programs.SmallSystem;
import org.moide.samples.programs.SmallSystem.Told;
import org.moide.samples.programs.cg.market.MarketFile;
import org.moide.samples.programs.cg.market.MarketHeader;
import org.moide.samples.programs.cg.matrix.Block;
import org.moide.samples.programs.cg.matrix.SparseMatrix;

class SystemSolveTest {
    private static final int SIDE = 20;
    private static final int ROWS = SIDE * SIDE;

    @TempDir
    Path folder;

    static Stream<int[]> shapes() {
        return Stream.of(new int[] {1}, new int[] {2, 1}, new int[] {1, 1, 3});
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldFindTheKnownSolutionWhenAnyNumberOfThreadsComputes(int[] threads) throws Exception {
        double[] expected = new double[ROWS];
        Arrays.setAll(expected, i -> Math.sin(i * 0.7) + i / 100.0);
        Path rhs = folder.resolve("b.mtx");
        MarketFile.write(rhs, false, "A x", timesPoisson(expected));
        Path output = folder.resolve("x.mtx.gz");

        Told told = SmallSystem.of(threads)
                .run(
                        Cg::new,
                        "--matrix",
                        poisson(),
                        "--rhs",
                        rhs.toString(),
                        "--output",
                        output.toString(),
                        "--tolerance",
                        "1e-12");

        double[] found = MarketFile.read("--output", output, file -> file.vector(ROWS));
        for (int i = 0; i < ROWS; i++) {
            assertThat(found[i]).as("row %d", i).isCloseTo(expected[i], within(1e-9));
        }
        assertThat(told.number("residual")).isLessThanOrEqualTo(1e-12);
        assertThat(told.number("iterations")).isBetween(20.0, 120.0);
        assertThat(told.number("nonZeros")).isEqualTo(5 * ROWS - 4 * SIDE);
        assertThat(told.results()).containsEntry("decomposition", threads.length > 1 ? "halo" : "rows");
    }

    @Test
    void shouldSolveWhenThereAreMoreThreadsThanRows() throws Exception {
        String matrix = write("%%MatrixMarket matrix array real general\n2 2\n2\n1\n1\n2\n");

        assertThat(SmallSystem.of(2, 3).run(Cg::new, "--matrix", matrix).number("residual"))
                .isLessThan(1e-8);
    }

    @Test
    void shouldBeDoneAtOnceWhenTheRightSideIsZero() throws Exception {
        Path rhs = folder.resolve("b.mtx");
        MarketFile.write(rhs, false, "0", new double[ROWS]);

        assertThat(SmallSystem.of(2)
                        .run(Cg::new, "--matrix", poisson(), "--rhs", rhs.toString())
                        .number("iterations"))
                .isZero();
    }

    @Test
    void shouldSayWhatIsLeftAndWriteNothingWhenIterationsEnd() throws Exception {
        Path output = folder.resolve("x.mtx");
        String matrix = poisson();

        assertThatThrownBy(() -> SmallSystem.of(1)
                        .run(Cg::new, "--matrix", matrix, "--iterations", "3", "--output", output.toString()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("expected |b - A x| / |b| of at most 1.0E-8 within 3 iterations, found ")
                .hasMessageEndingWith(": give it more --iterations, or ask for a larger --tolerance");
        assertThat(output).doesNotExist();
    }

    @Test
    void shouldSayThatRoundingIsInTheWayWhenTheToleranceIsTooSmall() throws Exception {
        String matrix = poisson();

        assertThatThrownBy(() -> SmallSystem.of(1).run(Cg::new, "--matrix", matrix, "--tolerance", "1e-16"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("of at most 1.0E-16, found ")
                .hasMessageEndingWith("which rounding lets become no smaller: ask for a larger --tolerance");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            array real general|2 3|1|2|3|4|5|6; expected a square matrix, found 2 rows and 3 columns
            array real general|2 2|2|1|1.5|2; expected a symmetric matrix, found entry (1,2), which is 1.5, while (2,1) is 1.0
            coordinate real general|2 2 3|1 1 2|2 2 2|2 1 1; found entry (2,1), which is 1.0, while (1,2) is not there
            array real general|2 2|2|1|1|-2; definite matrix, but the diagonal entry (2,2) is -2.0
            array real general|2 2|2|1|1|0; definite matrix, but the diagonal entry (2,2) is missing
            coordinate real symmetric|3 3 2|1 1 2|2 2 2; at least one diagonal entry is missing: 3 rows and 2 entries
            array real symmetric|2 2|1|2|1; but entry (1,2) is 2.0, not below 1.0, the root of the product of the diagonal
            coordinate real general|2 2 3|1 1 2|2 2 2|1 1 -3; definite matrix, but the diagonal entry (1,1) is -1.0
            coordinate real symmetric|2 2 4|1 1 2|2 2 2|2 1 1|1 2 1; expected all entries on one side of the diagonal
            coordinate real skew-symmetric|2 2 1|2 1 1; definite matrix, but it is skew-symmetric
            array real symmetric|3 3|1|0.9|-0.9|1|0.9|1; definite matrix, found p·Ap = -
            array real symmetric|2 2|1e-10|0|1e-10; expected numbers that can be multiplied, found p·Ap =
            """)
    void shouldSayHowItWasSeenWhenTheMatrixIsNotSymmetricPositiveDefinite(String text, String message)
            throws Exception {
        String matrix = write("%%MatrixMarket matrix " + text.replace('|', '\n') + "\n");
        Path rhs = folder.resolve("b.mtx");
        String rows = text.contains("1e-10") ? "2 1|1e150|1e150" : "3 1|1|-1|1";
        Files.writeString(rhs, ("%%MatrixMarket matrix array real general|" + rows + "|").replace('|', '\n'));
        boolean needsRhs = text.contains("0.9") || text.contains("1e-10");

        assertThatThrownBy(() -> SmallSystem.of(2)
                        .run(Cg::new, "--matrix", matrix, needsRhs ? "--rhs=" + rhs : "--tolerance=1e-8"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("matrix.mtx:")
                .hasMessageContaining(message);
    }

    /**
     * Tests that several entries for the same place are added. The file describes the system (4 1; 1 3) x = (1; 2) with
     * more entries than the matrix has elements.
     */
    @Test
    void shouldAddWhatStandsInOnePlace() throws Exception {
        String matrix = write(
                "%%MatrixMarket matrix coordinate real symmetric\n2 2 5\n" + "1 1 3\n2 1 0.5\n2 2 3\n1 1 1\n2 1 0.5\n");
        Path rhs = Files.writeString(folder.resolve("b.mtx"), "%%MatrixMarket matrix array real general\n2 1\n1\n2\n");
        Path output = folder.resolve("x.mtx");
        SmallSystem.of(2).run(Cg::new, "--matrix", matrix, "--rhs", rhs.toString(), "--output", output.toString());
        double[] x = MarketFile.read("--x", output, file -> file.vector(2));
        assertThat(x[0]).isCloseTo(1.0 / 11, within(1e-7));
        assertThat(x[1]).isCloseTo(7.0 / 11, within(1e-7));
    }

    @Test
    void shouldRefuseARightSideWhoseLengthNoDoubleHolds() throws Exception {
        String matrix = write("%%MatrixMarket matrix array real symmetric\n1 1\n1e300\n");
        Path rhs = Files.writeString(folder.resolve("b.mtx"), "%%MatrixMarket matrix array real general\n1 1\n1e200\n");

        assertThatThrownBy(() -> SmallSystem.of(1).run(Cg::new, "--matrix", matrix, "--rhs", rhs.toString()))
                .isInstanceOf(UsageException.class)
                .hasMessageEndingWith("expected |b| that a double can hold, found Infinity: scale the right side");
    }

    @Test
    void shouldRefuseOptionsOfTheBenchmarkAndFilesThatDoNotFit() throws Exception {
        String matrix = poisson();
        Path rhs = folder.resolve("b.mtx");
        MarketFile.write(rhs, false, "too short", new double[7]);

        assertThatThrownBy(() -> new Cg().check(Arguments.of("--matrix", matrix, "--class", "A")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("unknown option '--class'");
        assertThatThrownBy(() -> new Cg().check(Arguments.of("--matrix", matrix, "--rhs", rhs.toString())))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("b.mtx:3: expected 400 rows and 1 column, as the matrix has rows, found '7 1'");
        assertThatThrownBy(() -> new Cg().check(Arguments.of("--matrix", matrix, "--output", matrix)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("expected another file than that of --matrix");
        assertThatThrownBy(() -> new Cg().check(Arguments.of("--matrix", matrix, "--iterations", "0")))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("--iterations: expected 1 to");
    }

    @Test
    void shouldGoOnWithTheSameBitsWhenItIsRestored() throws Exception {
        SmallSystem.of(1).run(() -> self -> {
            double[] straight = iterated(self.comm(), SystemState.NONE, 30);
            JacobiCg first = method(self.comm());
            first.begin();
            for (int i = 0; i < 11; i++) {
                first.step();
            }
            SystemState kept = first.kept(11, 0, new int[] {0, ROWS});
            SystemState joined = SystemState.joined(List.of(kept)).rows(new Block(0, ROWS, 0, ROWS));

            assertThat(iterated(self.comm(), joined, 30)).isEqualTo(straight);
        });
    }

    private static double[] iterated(CommLib comm, SystemState from, int until) {
        JacobiCg method = method(comm);
        if (from.iteration() == 0) {
            method.begin();
        } else {
            method.resume(from);
        }
        for (int i = from.iteration(); i < until; i++) {
            method.step();
        }
        return method.x();
    }

    private static JacobiCg method(CommLib comm) {
        double[] b = new double[ROWS];
        double[] diagonal = new double[ROWS];
        int[] rowStarts = new int[ROWS + 1];
        int[] columns = new int[3 * ROWS];
        double[] values = new double[3 * ROWS];
        int to = 0;
        for (int row = 0; row < ROWS; row++) {
            for (int column = Math.max(0, row - 1); column <= Math.min(ROWS - 1, row + 1); column++) {
                columns[to] = column;
                values[to++] = column == row ? 3.0 + row % 7 : -1.0;
            }
            rowStarts[row + 1] = to;
            diagonal[row] = 3.0 + row % 7;
            b[row] = row % 5 - 2.0;
        }
        return new JacobiCg(
                new RowDecomposition(comm, new Block(0, ROWS, 0, ROWS)),
                new SparseMatrix(rowStarts, columns, values),
                diagonal,
                b);
    }

    @Test
    void shouldCutRowsSoThatEachIdHasItsShareOfEntries() {
        int[] starts = {0, 100, 110, 120, 130, 140, 150, 200};

        assertThat(RowCuts.of(starts, 2, id -> 0.5)).containsExactly(0, 1, 7);
        assertThat(RowCuts.of(starts, 2, id -> id == 0 ? 0.7 : 0.3)).containsExactly(0, 5, 7);
        assertThat(RowCuts.of(starts, 3, id -> 1.0 / 3))
                .startsWith(0)
                .endsWith(7)
                .isSorted();
        assertThat(RowCuts.of(new int[] {0, 3}, 4, id -> 0.25))
                .startsWith(0)
                .endsWith(1)
                .isSorted();
    }

    @Test
    void shouldNeedNoLessThanWhatIsAllocated() {
        MarketHeader header = new MarketHeader(true, MarketHeader.Field.REAL, 1, 1_000_000, 1_000_000, 3_000_000);
        MemoryNeed need = new MemoryNeed(header);

        assertThat(need.of(1.0, 1, false)).isBetween(5e6 * 12 + 1e6 * 60, 2e8);
        assertThat(need.of(1.0, 1, true)).isGreaterThan(2 * 5e6 * 12);
        assertThat(need.of(0.0, 4, false)).isEqualTo(4 * 8e6);
        assertThat(MemoryNeed.inWords(3.5 * (1 << 30))).isEqualTo("3.5 GiB");
        assertThat(MemoryNeed.inWords(100)).isEqualTo("1 MiB");
    }

    private String poisson() throws IOException {
        StringBuilder lines = new StringBuilder("%%MatrixMarket matrix coordinate integer symmetric\n");
        lines.append(ROWS)
                .append(' ')
                .append(ROWS)
                .append(' ')
                .append(3 * ROWS - 2 * SIDE)
                .append('\n');
        for (int row = 1; row <= ROWS; row++) {
            lines.append(row).append(' ').append(row).append(" 4\n");
            if (row % SIDE != 0) {
                lines.append(row + 1).append(' ').append(row).append(" -1\n");
            }
            if (row + SIDE <= ROWS) {
                lines.append(row + SIDE).append(' ').append(row).append(" -1\n");
            }
        }
        return write(lines.toString());
    }

    private static double[] timesPoisson(double[] x) {
        double[] y = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            y[i] = 4 * x[i]
                    - (i % SIDE > 0 ? x[i - 1] : 0)
                    - (i % SIDE < SIDE - 1 ? x[i + 1] : 0)
                    - (i >= SIDE ? x[i - SIDE] : 0)
                    - (i + SIDE < ROWS ? x[i + SIDE] : 0);
        }
        return y;
    }

    private String write(String text) throws IOException {
        return Files.writeString(folder.resolve("matrix.mtx"), text).toString();
    }
}
