package org.moide.samples.programs.cg.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.engine.UsageException;
import org.moide.samples.text.HostileFiles;

class MarketFileTest {
    private static final String SYMMETRIC = """
            %%MatrixMarket matrix coordinate real symmetric
            % a comment

            3 3 4
            1 1 2.5
            2 2 1e1
            % another one
            3 2 -1
            3 3 7
            """;

    @TempDir
    Path folder;

    @Test
    void shouldReadPlacesAndValuesWhenThereAreCommentsAndEmptyLines() throws IOException {
        MarketEntries entries = entries(SYMMETRIC);

        assertThat(entries.count()).isEqualTo(4);
        assertThat(entries.row(2)).isEqualTo(2);
        assertThat(entries.column(2)).isEqualTo(1);
        assertThat(entries.value(2)).isEqualTo(-1.0);
        assertThat(entries.value(1)).isEqualTo(10.0);
    }

    @Test
    void shouldReadColumnByColumnWhenItIsAnArray() throws IOException {
        MarketEntries general = entries("%%MatrixMarket matrix array integer general\n2 2\n1\n0\n3\n4");
        MarketEntries symmetric = entries("%%MatrixMarket MATRIX Array Real Symmetric\r\n2 2\r\n1\r\n2\r\n3\r\n");

        assertThat(general.count()).as("zeros are left out").isEqualTo(3);
        assertThat(general.row(1)).isZero();
        assertThat(general.column(1)).isOne();
        assertThat(symmetric.row(1)).isOne();
        assertThat(symmetric.column(1)).isZero();
        assertThat(symmetric.value(2)).isEqualTo(3.0);
    }

    @Test
    void shouldTakeOneForEachPlaceWhenItIsAPattern() throws IOException {
        assertThat(entries("%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n")
                        .value(0))
                .isEqualTo(1.0);
    }

    @Test
    void shouldReadTheSameBitsWhenAVectorWasWritten() throws IOException {
        double[] vector = {1.0 / 3.0, 0.0, -0.0, Double.MIN_VALUE, 1e300};
        for (boolean zipped : new boolean[] {false, true}) {
            Path file = folder.resolve("vector");
            MarketFile.write(file, zipped, "a vector", vector);

            double[] found = MarketFile.read("--rhs", file, read -> read.vector(5));
            assertThat(found).containsExactly(1.0 / 3.0, 0.0, 0.0, Double.MIN_VALUE, 1e300);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            ''; :1: expected '%%MatrixMarket matrix <format> <field> <symmetry>', found the end of the file
            %MatrixMarket matrix array real general; :1: expected '%%MatrixMarket matrix <format> <field> <symmetry>', found '%MatrixMarket
            3 3 3|1 1 1; :1: expected '%%MatrixMarket matrix <format> <field> <symmetry>', found '3 3 3'
            %%MatrixMarket vector array real general; :1: expected '%%MatrixMarket matrix
            %%MatrixMarket matrix coordinate; :1:33: expected the field, one of real, double, integer, unsigned-integer, pattern, found the end
            %%MatrixMarket matrix coordinate complex general; :1:34: expected the field, one of real, double, integer, unsigned-integer, pattern, found 'complex'
            %%MatrixMarket matrix coordinate real unsymmetric; :1:39: expected the symmetry, one of general, symmetric, hermitian, skew-symmetric, found 'unsymmetric'
            %%MatrixMarket matrix coordinate real general row; :1:47: expected the end of the line after the symmetry, found 'row'
            %%MatrixMarket matrix array pattern general; :1: expected values in an array
            %%MatrixMarket matrix coordinate pattern skew-symmetric|2 2 1|2 1; :1: expected real or integer values in a skew-symmetric matrix
            %%MatrixMarket matrix array real general; :2: expected the size line, rows and columns, found the end of the file
            %%MatrixMarket matrix array real general|2; :2:2: expected a number of columns, a whole number from 1 to 2147483639, found the end of the line
            %%MatrixMarket matrix array real general|2 -2; :2:3: expected a number of columns, a whole number from 1
            %%MatrixMarket matrix array real general|2 0; :2:3: expected a number of columns, a whole number from 1 to 2147483639, found '0'
            %%MatrixMarket matrix array real general|2 2 4; :2:5: expected the end of the line after the size, found '4'
            %%MatrixMarket matrix array real general|99999999999999999999 1; :2:1: expected a number of rows, a whole number from 1
            %%MatrixMarket matrix array real symmetric|2 3; :2:3: expected as many columns as rows
            %%MatrixMarket matrix array real general|1 1|x; :3:1: expected a value, a number, found 'x'
            %%MatrixMarket matrix array real general|1 1|NaN; :3:1: expected a value, a number, found 'NaN'
            %%MatrixMarket matrix array real general|1 1|2f; :3:1: expected a value, a number, found '2f'
            %%MatrixMarket matrix array real general|1 1|3d; :3:1: expected a value, a number, found '3d'
            %%MatrixMarket matrix array real general|1 1|0x1p3; :3:1: expected a value, a number, found '0x1p3'
            %%MatrixMarket matrix array real general|1 1|1,5; :3:1: expected a value, a number, found '1,5'
            %%MatrixMarket matrix array real general|1 1|1e999; :3:1: expected a value, a finite number
            %%MatrixMarket matrix array real general|1 1|1 2; :3:3: expected the end of the line after a value, found '2'
            %%MatrixMarket matrix array real general|1 1|1|2; :4: expected the end of the file after 1 entries, found '2'
            %%MatrixMarket matrix array real general|40000 40000|1; :2: expected no more entries than fit into the file
            %%MatrixMarket matrix array integer general|1 1|1.0; :3:1: expected a value of an integer matrix, a whole number from
            %%MatrixMarket matrix array integer general|1 1|1e3; :3:1: expected a value of an integer matrix, a whole number from
            %%MatrixMarket matrix array unsigned-integer general|1 1|-1; :3:1: expected a value of an integer matrix, a whole number from 0
            %%MatrixMarket matrix array real skew-symmetric|2 2|0|1|0; :4: expected the end of the file after 1 entries, found '1'
            %%MatrixMarket matrix coordinate real general|2 2 9999|1 1 1; :2: expected no more entries than fit into the file, at most 10,
            %%MatrixMarket matrix coordinate real general|2 2 1|3 1 1; :3:1: expected a row, a whole number from 1 to 2, found '3'
            %%MatrixMarket matrix coordinate real general|2 2 1|0 1 1; :3:1: expected a row, a whole number from 1 to 2, found '0'
            %%MatrixMarket matrix coordinate real general|2 2 1|1 1; :3:4: expected a value, a number, found the end of the line
            %%MatrixMarket matrix coordinate real general|2 2 1|1 1 1 % one; :3:7: expected the end of the line after an entry, found '%'
            %%MatrixMarket matrix coordinate pattern general|2 2 1|1 1 1; :3:5: expected the end of the line after an entry, found '1'
            %%MatrixMarket matrix coordinate real general|2 2 2|1 1 1      ; :4: expected entry 2 of 2, found the end
            %%MatrixMarket matrix coordinate real general|2 2 1|1 1 1|2 2 2; :4: expected the end of the file after 1 entries, found '2 2 2'
            %%MatrixMarket matrix coordinate real symmetric|3 3 2|2 1 1|1 3 1; :4: expected all entries on one side of the diagonal, as others are, since the matrix is symmetric, found '1 3 1'
            %%MatrixMarket matrix coordinate real skew-symmetric|3 3 2|2 1 1|2 2 1; :4: expected 0 on the diagonal, since the matrix is skew-symmetric, found '2 2 1'
            """)
    void shouldSayLineAndWhatWasExpectedWhenTheFileIsBroken(String text, String message) {
        assertThatThrownBy(() -> entries(text.replace('|', '\n')))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("matrix.mtx" + message);
    }

    @Test
    void shouldSayWhichFileWhenItCannotBeRead() throws IOException {
        assertThatThrownBy(() -> MarketFile.read("--rhs", folder.resolve("no.mtx"), MarketFile::header))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("--rhs ")
                .hasMessageEndingWith("no.mtx: no such file");
        assertThatThrownBy(() -> MarketFile.read("--rhs", folder, MarketFile::header))
                .isInstanceOf(UsageException.class)
                .hasMessageEndingWith(": expected a file, found a folder");
        Path broken = Files.write(folder.resolve("broken.gz"), new byte[] {0x1f, (byte) 0x8b, 9, 9, 9, 9, 9, 9, 9, 9});
        assertThatThrownBy(() -> MarketFile.read("--rhs", broken, MarketFile::header))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("broken.gz: expected gzip's format, found a broken file");
    }

    @Test
    void shouldRefuseALineBeyondTheFormatsLimit() {
        assertThatThrownBy(() -> entries("%%MatrixMarket matrix array real general\n1 1\n" + "1".repeat(70_000)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(":3: expected a line of at most 65536 letters");
    }

    @Test
    void shouldNotBelieveTheSizeLineWhenAZippedFileIsShort() throws IOException {
        Path file = folder.resolve("matrix.mtx");
        try (var out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("%%MatrixMarket matrix coordinate real general\n2000000000 2000000000 2000000000\n1 1 1\n"
                    .getBytes(StandardCharsets.US_ASCII));
        }
        assertThatThrownBy(() -> MarketFile.read("--matrix", file, MarketFile::entries))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(":2: expected no more entries than fit into the file");
    }

    /** Reads a file in Matrix Market format and returns the matrix's elements row by row. */
    private double[] elements(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("matrix.mtx"), text);
        return MarketFile.read("--a", file, MarketFile::elements);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "coordinate real general|2 2 3|1 1 1|2 1 2|1 2 -2",
                "coordinate real general|2 2 5|1 1 0.5|2 1 2|1 1 0.25|1 2 -2|1 1 2.5e-1",
                "coordinate integer general|2 2 6|1 1 1|2 1 1|2 1 +1|1 2 -1|1 2 -1|2 2 0",
                "coordinate double general|2 2 3|1 1 1D0|2 1 .2d+1|1 2 -2.",
                "array integer general|2 2|1|2|-2|0"
            })
    void shouldAddWhatStandsInOnePlace(String text) throws IOException {
        String file = "%%MatrixMarket matrix " + text;
        assertThat(elements(file.replace('|', '\n'))).containsExactly(1, -2, 2, 0);
        assertThat(elements(file.replace("|", "\r\n%\r\n \r\n") + "\n\n")).containsExactly(1, -2, 2, 0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            coordinate real symmetric|3 3 3|1 1 4|2 1 5|3 2 7; 4 5 0 5 0 7 0 7 0
            coordinate real symmetric|3 3 3|1 1 4|1 2 5|2 3 7; 4 5 0 5 0 7 0 7 0
            coordinate real symmetric|3 3 4|1 1 4|1 2 2|1 2 3|2 3 7; 4 5 0 5 0 7 0 7 0
            coordinate real hermitian|3 3 3|1 1 4|2 1 5|3 2 7; 4 5 0 5 0 7 0 7 0
            coordinate unsigned-integer symmetric|3 3 3|1 1 4|2 1 5|3 2 7; 4 5 0 5 0 7 0 7 0
            array real symmetric|3 3|4|5|0|0|7|0; 4 5 0 5 0 7 0 7 0
            coordinate pattern symmetric|3 3 2|2 1|3 3; 0 1 0 1 0 0 0 0 1
            coordinate real skew-symmetric|3 3 3|2 1 -5|3 2 7|1 1 0; 0 5 0 -5 0 -7 0 7 0
            coordinate integer skew-symmetric|3 3 2|1 2 5|2 3 -7; 0 5 0 -5 0 -7 0 7 0
            array real skew-symmetric|3 3|-5|0|7; 0 5 0 -5 0 -7 0 7 0
            """)
    void shouldMirrorWhatStandsOnOneSideOfTheDiagonal(String text, String elements) throws IOException {
        assertThat(elements(("%%MatrixMarket matrix " + text).replace('|', '\n')))
                .containsExactly(Arrays.stream(elements.split(" "))
                        .mapToDouble(Double::parseDouble)
                        .toArray());
    }

    @Test
    void shouldAddWhatStandsInOnePlaceOfAVector() throws IOException {
        Path file = Files.writeString(
                folder.resolve("b.mtx"), "%%MatrixMarket matrix coordinate real general\n3 1 3\n1 1 2\n3 1 1\n1 1 5\n");
        double[] found = MarketFile.read("--rhs", file, read -> read.vector(3));
        assertThat(found).containsExactly(7, 0, 1);
    }

    @Nested
    class Hostile extends HostileFiles {
        @Override
        protected List<byte[]> good() {
            return Stream.of(
                            SYMMETRIC,
                            "%%MatrixMarket matrix array real general\n3 2\n1\n-2.5e0\n3\n4D0\n5\n6\n",
                            "%%MatrixMarket matrix coordinate integer skew-symmetric\n4 4 3\n2 1 -5\n3 2 7\n4 1 12\n",
                            "%%MatrixMarket matrix coordinate pattern general\n3 5 4\n2 1\n3 2\n1 5\n2 1\n",
                            "%%MatrixMarket matrix array integer symmetric\n2 2\n1\n2\n3\n")
                    .map(text -> text.getBytes(StandardCharsets.US_ASCII))
                    .toList();
        }

        @Override
        protected String name() {
            return "hostile.mtx";
        }

        @Override
        protected void read(Path file) {
            MarketEntries entries = MarketFile.read("--matrix", file, MarketFile::entries);
            for (int entry = 0; entry < entries.count(); entry++) {
                assertThat(entries.value(entry)).isFinite();
            }
        }
    }

    private MarketEntries entries(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("matrix.mtx"), text);
        return MarketFile.read("--matrix", file, MarketFile::entries);
    }
}
