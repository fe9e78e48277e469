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
        assertThatThrownBy(() -> application.handlePartial(Product.of(new Rows(2, 3), right), new Said()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("row 2 came a second time");
        int[] wrong = right.clone();
        wrong[7]++;
        assertThatThrownBy(() -> application.handlePartial(Product.of(new Rows(2, 3), wrong), new Said()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("row 2 of the product is wrong");
    }

    @Test
    void shouldSayWhatIsWrong() {
        assertThatThrownBy(() -> new MatMul().check(Arguments.of("--size", "0")))
                .isInstanceOf(UsageException.class)
                .hasMessage("--size: expected 1 to 20000, found 0");
    }
}
