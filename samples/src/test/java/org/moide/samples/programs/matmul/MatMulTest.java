package org.moide.samples.programs.matmul;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.SequentialRunner;
import org.moide.samples.SequentialRunner.Said;

class MatMulTest {
    @Test
    void shouldMultiply() {
        Matrix a = new Matrix(37, 5);
        Matrix b = new Matrix(37, 6);
        int[] product = a.times(b, 3, 30);
        for (int row = 3; row < 30; row++) {
            for (int column = 0; column < 37; column++) {
                int expected = 0;
                for (int k = 0; k < 37; k++) {
                    expected += a.at(row, k) * b.at(k, column);
                }
                assertThat(product[(row - 3) * 37 + column]).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1,1", "50,1", "50,7", "50,50", "50,99"})
    void shouldFindTheSameProductHoweverRowsAreShared(int size, int rows) throws Exception {
        long checksum = 0;
        for (int element : new Matrix(size, 3).times(new Matrix(size, 3 ^ 0x5DEECE66DL), 0, size)) {
            checksum += element;
        }
        for (int engines = 1; engines <= 3; engines++) {
            Said said = SequentialRunner.run(
                    MatMul::new, engines, engines, "--size", "" + size, "--rows", "" + rows, "--seed", "3");
            assertThat(said.results).containsEntry("checksum", checksum).containsEntry("verified", true);
        }
    }

    @Test
    void shouldRefuseAWrongRowAndARepeatedRow() throws Exception {
        MatMul application = new MatMul();
        SequentialRunner.run(() -> application, 1, 1, "--size", "8", "--rows", "8");
        Matrix a = new Matrix(8, 1);
        Matrix b = new Matrix(8, 1 ^ 0x5DEECE66DL);
        int[] right = a.times(b, 2, 3);
        assertThatThrownBy(() -> application.handlePartial(Product.of(Rows.of(2, 3), right), new Said()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("row 2 came a second time");
        int[] wrong = right.clone();
        wrong[7]++;
        assertThatThrownBy(() -> application.handlePartial(Product.of(Rows.of(2, 3), wrong), new Said()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("row 2 of the product is wrong");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --size 0        | --size: expected 1 to 20000, found 0
            --load 1,x      | --load: expected how many other programs run on each processor of the engines in turn, 0 to 100, as in 0,1,2,3, found '1,x'
            --a x.npy       | expected both matrices, --a and --b, found one
            --out x.npy     | --out: expected with --a or --b, without which it has no effect
            --a x.npy --b y.npy | --a x.npy: no such file
            --a x.mtx --b y.mtx | --a x.mtx: no such file
            """)
    void shouldSayWhatIsWrong(String words, String message) {
        assertThatThrownBy(() -> new MatMul().check(Arguments.of(words.split(" "))))
                .isInstanceOf(UsageException.class)
                .hasMessage(message);
    }

    @Test
    void shouldTakeLongerWhereOthersRun() throws Exception {
        OtherLoad load = OtherLoad.of(Arguments.of("--load", "0,3"));
        long before = System.nanoTime();
        load.share(0, 1_000_000_000_000L);
        load.share(2, 1_000_000_000_000L);
        load.share(1, 1_000_000);
        assertThat(System.nanoTime() - before).isBetween(3_000_000L, 1_000_000_000_000L);
        assertThat(SequentialRunner.run(MatMul::new, 2, 1, "--size", "20", "--load", "0,1").results)
                .containsEntry("verified", true);
    }
}
