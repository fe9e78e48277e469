package org.moide.samples.programs.cg.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.engine.UsageException;

@Timeout(60)
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
            ''; :1: expected '%%MatrixMarket matrix <format> <field> <symmetry>'
            %%MatrixMarket matrix coordinate complex general; :1: expected real or double or integer or pattern as word 4
            %%MatrixMarket matrix coordinate real skew-symmetric; :1: expected general or symmetric as word 5
            %%MatrixMarket matrix array pattern general; :1: expected values in an array
            %%MatrixMarket matrix array real general; :2: expected the size line, found the end of the file
            %%MatrixMarket matrix array real general|2; :2: expected the size line, rows and columns, found '2'
            %%MatrixMarket matrix array real general|2 -2; :2: expected a number of columns, a whole number from 1
            %%MatrixMarket matrix array real general|2 0; :2: expected a number of columns from 1 to 2147483639, found '0'
            %%MatrixMarket matrix array real general|99999999999999999999 1; :2: expected a number of rows from 1
            %%MatrixMarket matrix array real symmetric|2 3; :2: expected as many rows as columns
            %%MatrixMarket matrix array real general|1 1|x; :3: expected a number, found 'x'
            %%MatrixMarket matrix array real general|1 1|NaN; :3: expected a finite number, found 'NaN'
            %%MatrixMarket matrix array real general|1 1|1e999; :3: expected a finite number
            %%MatrixMarket matrix array real general|1 1|1 2; :3: expected a value, found '1 2'
            %%MatrixMarket matrix array real general|1 1|1|2; :4: expected the end of the file after 1 entries, found '2'
            %%MatrixMarket matrix array real general|40000 40000|1; :2: expected no more entries than fit into the file
            %%MatrixMarket matrix coordinate real general|2 2 5|1 1 1; :2: expected a number of entries from 0 to 4
            %%MatrixMarket matrix coordinate real general|2 2 1|3 1 1; :3: expected a row from 1 to 2, found '3'
            %%MatrixMarket matrix coordinate real general|2 2 1|1 1; :3: expected row, column and value, found '1 1'
            %%MatrixMarket matrix coordinate real general|2 2 2|1 1 1      ; :4: expected entry 2 of 2, found the end
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
                .hasMessageEndingWith("cannot be read: expected a file, found a folder");
        Path broken = Files.write(folder.resolve("broken.gz"), new byte[] {0x1f, (byte) 0x8b, 9, 9, 9, 9, 9, 9, 9, 9});
        assertThatThrownBy(() -> MarketFile.read("--rhs", broken, MarketFile::header))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("broken.gz: expected gzip's format, found a broken file");
    }

    @Test
    void shouldRefuseALineBeyondTheFormatsLimit() {
        assertThatThrownBy(() -> entries("%%MatrixMarket matrix array real general\n1 1\n" + "1".repeat(2000)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(":3: expected a line of at most 1024 letters");
    }

    @Test
    void shouldReadOrRefuseAnyFileThatWasChangedAtRandom() throws IOException {
        long seed = Long.getLong("moide.seed", System.nanoTime());
        Random random = new Random(seed);
        byte[] whole = SYMMETRIC.getBytes(StandardCharsets.US_ASCII);
        int refused = 0;
        for (int run = 0; run < 500; run++) {
            byte[] changed = whole.clone();
            for (int change = random.nextInt(3); change >= 0; change--) {
                int at = random.nextInt(changed.length);
                changed[at] = random.nextBoolean() ? (byte) random.nextInt() : changed[random.nextInt(changed.length)];
            }
            int length = random.nextInt(4) == 0 ? random.nextInt(changed.length) : changed.length;
            Path file = Files.write(folder.resolve("matrix.mtx"), Arrays.copyOf(changed, length));
            try {
                assertThat(MarketFile.read("--matrix", file, MarketFile::entries)
                                .count())
                        .isLessThan(length);
            } catch (UsageException expected) {
                refused++;
            } catch (RuntimeException | Error other) {
                throw new AssertionError("-Dmoide.seed=" + seed + ", change " + run, other);
            }
        }
        assertThat(refused).as("-Dmoide.seed=" + seed).isBetween(100, 499);
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

    private MarketEntries entries(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("matrix.mtx"), text);
        return MarketFile.read("--matrix", file, MarketFile::entries);
    }
}
