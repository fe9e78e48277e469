package org.moide.samples.programs.cg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.moide.commlib.CommLib;
import org.moide.samples.programs.SmallSystem;
import org.moide.samples.programs.cg.matrix.Block;
import org.moide.samples.programs.cg.matrix.SparseMatrix;

class HaloDecompositionTest {
    /**
     * The side of a square grid of points. In the tested matrix, each point is connected to its four neighbours, so an
     * ID needs only two lines of points from other IDs.
     */
    private static final int SIDE = 24;

    private static final int ROWS = SIDE * SIDE;

    static Stream<int[]> shapes() {
        return Stream.of(new int[] {2}, new int[] {1, 1}, new int[] {2, 1}, new int[] {1, 1, 3});
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldFindTheSameBitsAsWithWholeVectors(int[] threads) throws Exception {
        SmallSystem.of(threads).run(() -> self -> {
            CommLib comm = self.comm();
            int[] cuts = cuts(comm.count());
            Part whole = new Part(cuts, comm.id());
            Part near = new Part(cuts, comm.id());
            Decomposition rows = new RowDecomposition(comm, whole.block);
            Decomposition halo = HaloDecomposition.of(comm, cuts, near.columns);

            assertThat(halo).isInstanceOf(HaloDecomposition.class);
            assertThat(iterated(halo, near)).isEqualTo(iterated(rows, whole));
        });
    }

    /** Returns where the rows of each logical ID begin. The first ID has few rows, and the last one has none. */
    private static int[] cuts(int ids) {
        int[] cuts = new int[ids + 1];
        Arrays.setAll(cuts, id -> Math.min(ROWS, id * ROWS / Math.max(2, ids - 1) + (id == 1 ? -SIDE - 5 : 0)));
        cuts[ids] = ROWS;
        return cuts;
    }

    private static double[] iterated(Decomposition decomposition, Part part) {
        double[] b = new double[part.block.rows()];
        Arrays.setAll(b, row -> Math.sin(part.block.firstRow() + row));
        double[] diagonal = new double[b.length];
        Arrays.fill(diagonal, 5.0);
        JacobiCg method =
                new JacobiCg(decomposition, new SparseMatrix(part.starts, part.columns, part.values), diagonal, b);
        method.begin();
        for (int i = 0; i < 25; i++) {
            method.step();
        }
        assertThat(method.carriedResidual()).isLessThan(1e-4);
        return method.x();
    }

    @Test
    void shouldTakeWholeVectorsWhenRowsTouchAlmostEverything() throws Exception {
        SmallSystem.of(2, 1).run(() -> self -> {
            int[] cuts = {0, 3, 6, 9};
            int[] columns = IntStream.range(0, 27).map(k -> k % 9).toArray();

            assertThat(HaloDecomposition.of(self.comm(), cuts, columns)).isInstanceOf(RowDecomposition.class);
            assertThat(columns).as("columns").startsWith(0, 1, 2, 3, 4, 5, 6, 7, 8, 0);
        });
    }

    @Test
    void shouldBelieveNoListOfAnotherId() {
        Block block = new Block(10, 20, 0, 100);

        assertThat(HaloDecomposition.ownRows(new int[] {7, 10, 12, 19, 10}, 1, 3, block, 5))
                .containsExactly(0, 2, 9);
        assertThatThrownBy(() -> HaloDecomposition.ownRows(new int[] {10, 9}, 0, 2, block, 5))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("expected ID 5 to ask for rows from 11 to 19, in ascending order, found 9");
        assertThatThrownBy(() -> HaloDecomposition.ownRows(new int[] {12, 12}, 0, 2, block, 5))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> HaloDecomposition.ownRows(new int[] {20}, 0, 1, block, 5))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> HaloDecomposition.givenInAll(new int[] {0, 0, 11}, block, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("expected ID 2 to ask ID 1 for 0 to 10 of its rows, found 11");
        assertThatThrownBy(() -> HaloDecomposition.givenInAll(new int[] {0, 1, 0}, block, 1))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> HaloDecomposition.givenInAll(new int[] {-1, 0, 0}, block, 1))
                .isInstanceOf(IllegalStateException.class);
        for (int column : new int[] {-1, 100}) {
            assertThatThrownBy(() -> HaloDecomposition.halo(new int[] {3, column}, block))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("expected columns from 0 to 99, found " + column);
        }
    }

    /** The rows of the matrix that one logical ID has. */
    private static final class Part {
        private final Block block;
        private final int[] starts;
        private int[] columns = new int[5 * ROWS];
        private double[] values = new double[5 * ROWS];

        Part(int[] cuts, int id) {
            block = new Block(cuts[id], cuts[id + 1], 0, ROWS);
            starts = new int[block.rows() + 1];
            int to = 0;
            for (int i = 0; i < block.rows(); i++) {
                int row = block.firstRow() + i;
                for (int column : new int[] {row - SIDE, row - 1, row, row + 1, row + SIDE}) {
                    if (column >= 0 && column < ROWS) {
                        columns[to] = column;
                        values[to++] = column == row ? 5.0 : -1.0;
                    }
                }
                starts[i + 1] = to;
            }
            columns = Arrays.copyOf(columns, to);
            values = Arrays.copyOf(values, to);
        }
    }
}
