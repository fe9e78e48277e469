package org.moide.samples.programs.cg.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.moide.samples.programs.SmallSystem;

class MatrixMakingTest {
    /**
     * The patterns of matrices that are tested. In a small matrix, many random positions are drawn twice. With 1,024
     * rows, a power of two, every drawn position is within the matrix.
     */
    private static final List<Pattern> PATTERNS = List.of(
            ProblemClass.S.pattern(),
            new Pattern(300, 9, 5.0),
            new Pattern(50, 7, 3.0),
            new Pattern(1_024, 4, 2.0),
            new Pattern(1_025, 4, 2.0));

    static Stream<int[]> shapes() {
        return Stream.of(new int[] {1}, new int[] {2}, new int[] {5}, new int[] {2, 3});
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldHaveTheBitsOfTheMatrixThatOneThreadMakes(int[] threads) throws Exception {
        for (Pattern pattern : PATTERNS) {
            SmallSystem.of(threads).run(() -> self -> {
                Block rows = rows(self.id(), self.count(), pattern.order());
                SparseMatrix alone = SparseMatrix.build(pattern, rows);

                SparseMatrix together = MatrixMaking.make(self.comm(), pattern, rows);

                assertThat(together.elements()).isEqualTo(alone.elements());
                for (int factor = 1; factor <= 3; factor++) {
                    double[] vector = ramp(pattern.order(), factor);
                    assertThat(product(together, vector)).isEqualTo(product(alone, vector));
                }
            });
        }
    }

    private static double[] ramp(int length, int factor) {
        double[] values = new double[length];
        Arrays.setAll(values, i -> (i * factor % 23) / 7.0 - 1.3);
        return values;
    }

    private static double[] product(SparseMatrix matrix, double[] vector) {
        double[] product = new double[matrix.rows()];
        matrix.multiply(vector, product);
        return product;
    }

    /** Returns the block of rows of an ID. The second ID has no rows, and the last one has the most. */
    private static Block rows(int id, int ids, int order) {
        int[] cuts = IntStream.rangeClosed(0, ids)
                .map(i -> order * i * i / (ids * ids))
                .toArray();
        if (ids > 2) {
            cuts[2] = cuts[1];
        }
        return new Block(cuts[id], cuts[id + 1], 0, order);
    }

    @Test
    void shouldDrawTheSameVectorsFromEachPartOnAsFromTheFirstOne() {
        for (Pattern pattern : PATTERNS) {
            for (int parts = 1; parts <= 4; parts++) {
                VectorStart[] starts = VectorStart.of(pattern, parts(pattern, parts));
                if (starts == null) {
                    throw new AssertionError(pattern + ": expected that " + parts + " parts tell where vectors begin");
                }
                assertSameVectors(pattern, starts);
            }
        }
    }

    @Test
    void shouldNotGuessWhereVectorsBeginWhenTheyMayBeLongerThanWhatIsLookedAt() {
        int untold = 0;
        for (int order = 2; order < 40; order++) {
            Pattern pattern = new Pattern(order, Math.min(7, order), 1.0);
            for (int parts = 2; parts <= 5; parts++) {
                VectorStart[] starts = VectorStart.of(pattern, parts(pattern, parts));
                if (starts == null) {
                    untold++;
                } else {
                    assertSameVectors(pattern, starts);
                }
            }
        }
        assertThat(untold).isPositive();
    }

    private static StreamPart[] parts(Pattern pattern, int parts) {
        return IntStream.range(0, parts)
                .mapToObj(part -> StreamPart.of(pattern, part, parts))
                .toArray(StreamPart[]::new);
    }

    private static void assertSameVectors(Pattern pattern, VectorStart[] starts) {
        SparseVectors all = new SparseVectors(pattern);
        for (int part = 0; part < starts.length; part++) {
            SparseVectors vectors = new SparseVectors(pattern, starts[part]);
            int end = part == starts.length - 1 ? pattern.order() : starts[part + 1].vector();
            while (vectors.next() < end) {
                vectors.advance();
                all.advance();
                assertThat(written(vectors)).isEqualTo(written(all));
            }
        }
        assertThat(all.next()).isEqualTo(pattern.order());
    }

    /** Returns, as a text, the elements and their columns that a vector adds to the row of its first element. */
    private static String written(SparseVectors vectors) {
        int[] columns = new int[vectors.size()];
        double[] values = new double[vectors.size()];
        vectors.put(0, new Block(0, 1, 0, Integer.MAX_VALUE), columns, values, 0);
        StringBuilder text = new StringBuilder().append(vectors.next());
        for (int i = 0; i < columns.length; i++) {
            text.append(' ').append(columns[i]).append(':').append(values[i]);
        }
        return text.toString();
    }
}
