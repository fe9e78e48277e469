package org.moide.samples.programs.matmul;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.SequentialRunner;
import org.moide.samples.SequentialRunner.Said;

/** Tests products of matrices from the user's own files. */
class UserProductTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"1,1,1", "7,5,3", "9,300,260", "70,10,255", "130,33,510", "600,5,383"})
    void shouldMultiplyMatricesOfAnyShape(int rows, int inner, int columns) throws Exception {
        double[] a = random(rows * inner, 1);
        double[] b = random(inner * columns, 2);
        Path out = folder.resolve("c.npy");
        Said said = SequentialRunner.run(
                MatMul::new,
                2,
                3,
                "--a",
                npy("a.npy", rows, inner, a).toString(),
                "--b",
                npy("b.npy", inner, columns, b).toString(),
                "--out",
                out.toString());
        assertThat(said.results)
                .containsEntry("verified", true)
                .containsEntry("rows", rows)
                .containsEntry("columns", columns);
        Shape shape = MatrixFile.shape("--c", out);
        assertThat(shape).isEqualTo(new Shape(rows, columns));
        double[] c = MatrixFile.read("--c", out, shape);
        double squares = 0;
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                double sum = 0;
                for (int k = 0; k < inner; k++) {
                    sum = Math.fma(a[row * inner + k], b[k * columns + column], sum);
                }
                squares += sum * sum;
                assertThat(c[row * columns + column]).as("%d, %d", row, column).isEqualTo(sum);
            }
        }
        assertThat(said.number("frobeniusNorm")).isCloseTo(Math.sqrt(squares), within(1e-9 * Math.sqrt(squares)));
        assertThat(folder.resolve("c.npy.part")).doesNotExist();
    }

    private static Offset<Double> within(double offset) {
        return Offset.offset(offset + 1e-300);
    }

    /**
     * Tests a run in which no file for the product is requested: its rows stay on the engines and are verified there.
     */
    @Test
    void shouldVerifyRowsWhereTheyAreMadeWhenNobodyWantsThem() throws Exception {
        String a = npy("a.npy", 45, 31, random(45 * 31, 1)).toString();
        String b = npy("b.npy", 31, 401, random(31 * 401, 2)).toString();
        Said there = SequentialRunner.run(MatMul::new, 3, 1, "--a", a, "--b", b, "--rows", "7");
        String out = folder.resolve("c.npy").toString();
        Said here = SequentialRunner.run(MatMul::new, 3, 1, "--a", a, "--b", b, "--rows", "7", "--out", out);
        assertThat(there.results).containsEntry("verified", true).doesNotContainKey("product");
        assertThat(there.number("frobeniusNorm")).isCloseTo(here.number("frobeniusNorm"), within(1e-9));
        assertThat(there.lines).singleElement().asString().contains("stayed there");
        assertThat(here.lines).singleElement().asString().contains("written here");

        double[] wrong = new double[2 * 401];
        RowCheck check = RowCheck.of(new Shape(45, 31), random(45 * 31, 1), new Shape(31, 401), random(31 * 401, 2));
        assertThatThrownBy(() -> check.look(Rows.of(3, 5), wrong).require())
                .hasMessageStartingWith("row 3 of the product is wrong");
    }

    /**
     * Tests that the product is the same if each engine reads both files itself and verifies its rows with their
     * content.
     */
    @ParameterizedTest
    @CsvSource({"70,10,255", "9,300,1260", "530,5,383"})
    void shouldMakeTheSameProductWhereEachEngineReadsTheFiles(int rows, int inner, int columns) throws Exception {
        String a = npy("a.npy", rows, inner, random(rows * inner, 1)).toString();
        String b = npy("b.npy", inner, columns, random(inner * columns, 2)).toString();
        Path one = folder.resolve("one.npy");
        Path each = folder.resolve("each.npy");
        SequentialRunner.run(MatMul::new, 3, 1, "--a", a, "--b", b, "--out", one.toString());
        Said written =
                SequentialRunner.run(MatMul::new, 3, 1, "--a", a, "--b", b, "--read", "each", "--out", each.toString());
        Said stayed = SequentialRunner.run(MatMul::new, 3, 1, "--a", a, "--b", b, "--read", "each", "--rows", "7");
        assertThat(each).hasSameBinaryContentAs(one);
        assertThat(stayed.results).containsEntry("verified", true).containsEntry("rows", rows);
        assertThat(stayed.number("frobeniusNorm")).isCloseTo(written.number("frobeniusNorm"), within(1e-9));
    }

    /**
     * Tests, by the line that is printed, how the engines get the second matrix. If all engines are on one host, each
     * of them reads the file, unless the file is a text or {@code --read one} is given.
     */
    @Test
    void shouldLetEachEngineReadTheFilesWhereAllAreOnOneHostUnlessTheyAreTextOrItIsSaid() throws Exception {
        String a = npy("a.npy", 9, 4, random(36, 1)).toString();
        String b = npy("b.npy", 4, 5, random(20, 2)).toString();
        Path text = Files.writeString(folder.resolve("b.mtx"), """
                %%MatrixMarket matrix coordinate real general
                4 5 1
                1 1 2
                """);
        assertThat(SequentialRunner.runLocally(MatMul::new, 2, 1, "--a", a, "--b", b).lines)
                .singleElement()
                .asString()
                .contains("until the loop was compiled");
        for (Said sent : new Said[] {
            SequentialRunner.run(MatMul::new, 2, 1, "--a", a, "--b", b),
            SequentialRunner.runLocally(MatMul::new, 2, 1, "--a", a, "--b", b, "--read", "one"),
            SequentialRunner.runLocally(MatMul::new, 2, 1, "--a", a, "--b", text.toString())
        }) {
            assertThat(sent.lines).singleElement().asString().contains("send the second");
        }
    }

    @Test
    void shouldTellTheCoordinatorsFileFromAnotherOfItsName() throws Exception {
        Path file = npy("a.npy", 300, 100, random(30_000, 1));
        KnownFile known = KnownFile.of("--a", file);
        assertThat(known.here("--a")).isEqualTo(file.toAbsolutePath());
        npy("a.npy", 300, 100, random(30_000, 2));
        assertThatThrownBy(() -> known.here("--a"))
                .isInstanceOf(UsageException.class)
                .hasMessage(
                        "--a " + file + ": expected the coordinator's file, of 240128 bytes, found another of 240128"
                                + " bytes: with --read one the coordinator's is sent");
        Files.delete(file);
        assertThatThrownBy(() -> known.here("--a"))
                .hasMessage("--a " + file + ": no such file: with --read one the coordinator's is sent");
    }

    @Test
    void shouldRefuseAWayOfReadingThatIsNone() throws Exception {
        String a = npy("a.npy", 2, 2, random(4, 1)).toString();
        assertThatThrownBy(() -> SequentialRunner.run(MatMul::new, 1, 1, "--a", a, "--b", a, "--read", "all"))
                .hasMessage("--read: expected one or each, found 'all'");
    }

    @Test
    void shouldReadMatrixMarketToo() throws Exception {
        Path a = Files.writeString(folder.resolve("a.mtx"), """
                %%MatrixMarket matrix coordinate real symmetric
                3 3 3
                1 1 2
                3 1 5
                2 2 -1
                """);
        Path b = Files.writeString(folder.resolve("b.mtx"), """
                %%MatrixMarket matrix array integer general
                3 2
                1
                2
                3
                4
                5
                6
                """);
        Path out = folder.resolve("c.npy");
        SequentialRunner.run(MatMul::new, 1, 1, "--a", a.toString(), "--b", b.toString(), "--out", out.toString());
        assertThat(MatrixFile.read("--c", out, new Shape(3, 2))).containsExactly(17, 38, -2, -5, 5, 20);
    }

    /**
     * Tests that a file that is too large is refused before it is read. The file is sparse, so that it takes no room on
     * the disk.
     */
    @Test
    void shouldSayHowMuchMemoryIsMissingBeforeAnythingIsRead() throws Exception {
        Path large = folder.resolve("large.npy");
        Shape shape = new Shape(1 << 14, 1 << 13);
        try (FileChannel out = FileChannel.open(
                large, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.SPARSE)) {
            NpyFile.begin(out, shape);
            out.write(ByteBuffer.allocate(1), 128 + shape.bytes() - 1);
        }
        assertThat(MatrixFile.shape("--a", large)).isEqualTo(shape);
        if (Runtime.getRuntime().maxMemory() < 4L << 30) {
            Path small = npy("small.npy", 1, 1 << 14, new double[1 << 14]);
            assertThatThrownBy(() ->
                            SequentialRunner.run(MatMul::new, 1, 1, "--a", small.toString(), "--b", large.toString()))
                    .isInstanceOf(UsageException.class)
                    .hasMessageStartingWith("these matrices need 3.0 GiB in the coordinator, whose heap has at most ");
        }
    }

    @Test
    void shouldRefuseShapesThatDoNotFit() throws Exception {
        String two = npy("two.npy", 2, 3, new double[6]).toString();
        assertThatThrownBy(() -> new MatMul().check(Arguments.of("--a", two, "--b", two)))
                .hasMessage("--a and --b: expected as many columns as rows, found 2 x 3 and 2 x 3");
        String three = npy("three.npy", 3, 2, new double[6]).toString();
        assertThatThrownBy(() -> new MatMul().check(Arguments.of("--a", two, "--b", three, "--out", three)))
                .hasMessageContaining("expected another file than that of --b");
        assertThatThrownBy(() -> new MatMul().check(Arguments.of("--a", two, "--b", three, "--out", "c.txt")))
                .hasMessage("--out: expected a file's name that ends in .npy, found 'c.txt'");
    }

    @Test
    void shouldRefuseAWrongRow() throws Exception {
        MatMul application = new MatMul();
        String a = npy("a.npy", 4, 4, random(16, 5)).toString();
        SequentialRunner.run(() -> application, 1, 1, "--a", a, "--b", a);
        assertThatThrownBy(() -> application.handlePartial(Product.of(Rows.of(2, 3), new double[4]), new Said()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("row 2 of the product is wrong");
    }

    private Path npy(String name, int rows, int columns, double[] elements) throws Exception {
        Path file = folder.resolve(name);
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            NpyFile.begin(out, new Shape(rows, columns));
            NpyFile.write(out, new Shape(rows, columns), 0, elements);
        }
        return file;
    }

    private static double[] random(int count, long seed) {
        return new SplittableRandom(seed).doubles(count, -1, 1).toArray();
    }
}
