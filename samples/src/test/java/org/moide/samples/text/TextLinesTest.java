package org.moide.samples.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.engine.UsageException;

class TextLinesTest {
    @TempDir
    Path folder;

    private static List<String> lines(byte[] bytes) {
        TextLines lines = TextLines.of("x", bytes, 1 << 20);
        List<String> all = new ArrayList<>();
        while (lines.next()) {
            all.add(lines.line());
        }
        return all;
    }

    private static TextLines first(String text) {
        TextLines lines = TextLines.of("x", text.getBytes(StandardCharsets.UTF_8), 1000);
        lines.next();
        return lines;
    }

    private static byte[] zipped(byte[] bytes) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(bytes);
        }
        return zipped.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16", "UTF-16BE", "UTF-16LE"})
    void shouldReadTheSameLinesWhateverEncodesAndEndsThem(String name) throws IOException {
        Charset charset = Charset.forName(name);
        String mark = name.equals("UTF-16") ? "" : "\uFEFF"; // the encoder of UTF-16 writes a mark itself
        for (String end : List.of("\n", "\r\n", "\r")) {
            byte[] plain = (mark + "a é 𝄞" + end + end + "last").getBytes(charset);
            byte[] ended = (mark + "a é 𝄞" + end + end + "last" + end).getBytes(charset);
            assertThat(lines(plain)).containsExactly("a é 𝄞", "", "last");
            assertThat(lines(ended)).containsExactly("a é 𝄞", "", "last");
            assertThat(lines(zipped(ended))).containsExactly("a é 𝄞", "", "last");
        }
        assertThat(lines("caf\u00e9".getBytes(StandardCharsets.ISO_8859_1))).containsExactly("caf\u00e9");
        assertThat(lines(new byte[0])).isEmpty();
    }

    /** Tests line ends, and characters of several bytes, that are at the end of the reader's buffer. */
    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16"})
    void shouldReadLinesThatAreLongerThanWhatIsReadAtOnce(String charset) {
        SplittableRandom random = new SplittableRandom(1);
        List<String> written = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (int line = 0; line < 300; line++) {
            String some = "𝄞é".repeat(random.nextInt(line == 70 ? 100_000 : 500)) + line;
            written.add(some);
            text.append(some).append(line % 2 == 0 ? "\r\n" : "\r");
        }
        assertThat(lines(text.toString().getBytes(Charset.forName(charset)))).isEqualTo(written);
    }

    @Test
    void shouldTakeWordsAndNumbersAndSayWhereSomethingElseStands() {
        TextLines lines = first("  é\tab  -12 1.5e3 x # rest of it ");
        assertThat(lines.take("a word")).isEqualTo("é");
        assertThat(lines.take()).isTrue();
        assertThat(lines.isWord("ab")).isTrue();
        assertThat(lines.isWord("abc")).isFalse();
        assertThat(lines.whole("a row", -20, 20)).isEqualTo(-12);
        lines.putBack();
        assertThatThrownBy(() -> lines.whole("a row", 1, 20))
                .isInstanceOf(UsageException.class)
                .hasMessage("x:1:9: expected a row, a whole number from 1 to 20, found '-12'");
        assertThat(lines.number("a value")).isEqualTo(1500);
        assertThatThrownBy(() -> lines.number("a value")).hasMessage("x:1:19: expected a value, a number, found 'x'");
        assertThatThrownBy(() -> lines.requireEnd("x"))
                .hasMessage("x:1:21: expected the end of the line after x, found '#'");
        assertThat(lines.rest()).isEqualTo("rest of it");
        assertThatThrownBy(() -> lines.take("more")).hasMessage("x:1:34: expected more, found the end of the line");
        assertThat(lines.next()).isFalse();
        assertThatThrownBy(() -> lines.take("more")).hasMessage("x:2: expected more, found the end of the file");
    }

    @Test
    void shouldTakeCellsBetweenSeparators() {
        TextLines lines = first(" NAME : a b ,,c");
        assertThat(lines.takeUntil(':')).isTrue();
        assertThat(lines.word()).isEqualTo("NAME");
        assertThat(lines.takeUntil(',')).isTrue();
        assertThat(lines.word()).isEqualTo("a b");
        assertThat(lines.takeUntil(',')).isTrue();
        assertThat(lines.word()).isEmpty();
        assertThat(lines.takeUntil(',')).isFalse();
        assertThat(lines.word()).isEqualTo("c");
    }

    @Test
    void shouldTakePartsOfAWord() {
        TextLines lines = first("12/-3//4 x");
        assertThat(lines.takeWhole()).isEqualTo(12);
        assertThat(lines.takeLetter('/')).isTrue();
        assertThat(lines.takeWhole()).isEqualTo(-3);
        assertThat(lines.isWordsEnd()).isFalse();
        assertThat(lines.takeLetter('/')).isTrue();
        assertThat(lines.takeLetter('/')).isTrue();
        assertThat(lines.takeLetter('/')).isFalse();
        assertThat(lines.takeWhole()).isEqualTo(4);
        assertThat(lines.isWordsEnd()).isTrue();
        assertThat(lines.takeWhole()).isEqualTo(Numbers.NONE);
        assertThat(lines.take("a letter")).isEqualTo("x");
    }

    @Test
    void shouldSayWhichFileIsNoText() throws IOException {
        assertThatThrownBy(() -> TextLines.open("--in", folder.resolve("no"), 9))
                .hasMessage("--in " + folder + "/no: no such file");
        assertThatThrownBy(() -> TextLines.open("--in", folder, 9))
                .hasMessage("--in " + folder + ": expected a file, found a folder");
        assertThatThrownBy(() -> TextLines.open("--in", Path.of("/dev/null"), 9))
                .hasMessage(
                        "--in /dev/null: expected a file, found a pipe or a device, which cannot be read a second time");
        byte[] zipped = zipped(new byte[1000]);
        assertThatThrownBy(() -> lines(zipped)).hasMessageContaining("found a zero as byte 1");
        assertThatThrownBy(() -> lines(zipped(zipped)))
                .hasMessage("x: expected text, plain or gzipped, found gzip's format twice");
        assertThatThrownBy(() -> lines("BZh91AY".getBytes(StandardCharsets.US_ASCII)))
                .hasMessage("x: expected text, plain or gzipped, found bzip2's format: unpack it first");
        assertThatThrownBy(() -> lines(Arrays.copyOf(zipped("a".repeat(5000).getBytes(StandardCharsets.US_ASCII)), 20)))
                .hasMessageStartingWith("x: expected gzip's format, found a broken file");
        Path file = Files.writeString(folder.resolve("long"), "ab\n" + "c".repeat(11));
        try (TextLines lines = TextLines.open("", file, 10)) {
            assertThat(lines.next()).isTrue();
            assertThatThrownBy(lines::next)
                    .hasMessage(file + ":2: expected a line of at most 10 letters, found a longer one");
        }
    }

    @Test
    void shouldShowNothingThatATerminalObeys() {
        TextLines lines = first("\u001b[31m\u009b\u202e" + "a".repeat(100));
        lines.take();
        assertThatThrownBy(() -> lines.wordAsWhole("a row", 1, 2))
                .hasMessage(
                        "x:1:1: expected a row, a whole number from 1 to 2, found '?[31m??" + "a".repeat(33) + "...'");
    }

    @ParameterizedTest
    @CsvSource({
        "0",
        "-0",
        "1",
        "+1",
        "1.",
        ".5",
        "1e5",
        "1E-5",
        "1.5e+3",
        "123456789012345678901234567890",
        "0.1",
        "1e22",
        "1e23",
        "9007199254740993",
        "9007199254740992",
        "90071992547409930",
        "1.0000000000000000e+00",
        "1e-22",
        "4.9e-324",
        "1.7976931348623157e308",
        "0000000000000000000000001",
        "0.000000000000000000000000000001",
        "1e0001",
        "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286"
    })
    void shouldReadTheNumbersThatJavaReads(String text) {
        assertThat(Numbers.decimal(text)).isEqualTo(Double.parseDouble(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "+",
                ".",
                "e5",
                "1e",
                "1e+",
                "2f",
                "1d",
                "1D3",
                "0x10",
                "0x1p3",
                "NaN",
                "Infinity",
                "1 2",
                "1,5",
                "--1",
                "1.2.3",
                "1e5.0",
                "1_000",
                "\u0661",
                "1L"
            })
    void shouldTakeNothingElseForANumber(String text) {
        assertThat(Numbers.decimal(text)).isNaN();
        assertThat(Numbers.whole(text)).isEqualTo(Numbers.NONE);
    }

    @Test
    void shouldReadRandomNumbersToTheLastBit() {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 5_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                String text = Double.toString(value);
                assertThat(Numbers.decimal(text)).isEqualTo(value);
                String shorter = String.format(Locale.ROOT, "%." + random.nextInt(19) + "e", value);
                assertThat(Numbers.decimal(shorter)).as(shorter).isEqualTo(Double.parseDouble(shorter));
            }
            String plain = random.nextLong() + "." + random.nextInt(0, 1 << 30);
            assertThat(Numbers.decimal(plain)).as(plain).isEqualTo(Double.parseDouble(plain));
        }
    }

    @Test
    void shouldReadFortransExponentsOnlyWhereTheFormatIsFortrans() {
        byte[] text = "-1.5D+3".getBytes(StandardCharsets.US_ASCII);
        assertThat(Numbers.decimal(text, 0, text.length, true)).isEqualTo(-1500);
        assertThat(Numbers.decimal(text, 0, text.length, false)).isNaN();
        assertThatThrownBy(() -> first("1d400").fortranNumber("a value"))
                .hasMessage("x:1:1: expected a value, a finite number, found '1d400'");
    }

    @Test
    void shouldReadWholeNumbersUpToTheirLimits() {
        assertThat(Numbers.whole("+7")).isEqualTo(7);
        assertThat(Numbers.whole("-9000000000")).isEqualTo(-9_000_000_000L);
        assertThat(Numbers.whole("99999999999999999999999999")).isGreaterThan(100_000_000_000_000_000L);
        assertThat(Numbers.whole("1.0")).isEqualTo(Numbers.NONE);
    }
}
