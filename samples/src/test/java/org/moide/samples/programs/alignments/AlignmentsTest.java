package org.moide.samples.programs.alignments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.SequentialRunner;
import org.moide.samples.SequentialRunner.Said;

class AlignmentsTest {
    private static final Scoring USUAL = new Scoring(2, -3, 5, 2);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        // the same; nothing in common; one inside the other; a mismatch that pays; one that does not
        "ACGT,      ACGT,         8, 4, 4",
        "AAAA,      CCCC,         0, 0, 0",
        "TTACGTTT,  ACG,          6, 5, 3",
        "ACGTACGT,  ACGAACGT,    11, 8, 8",
        "ACGT,      ACTT,         4, 2, 2",
        // a gap of three costs 5 + 3 · 2 = 11, which seven matches on either side are worth
        "ACGTACGTTTACGTACG, ACGTACGACGTACG, 17, 17, 14",
        // N equals no base, not even another N
        "ACNNGT,    ACNNGT,       4, 2, 2"
    })
    void shouldAlignAsWorkedOutByHand(String first, String second, int score, int endInFirst, int endInSecond) {
        assertThat(USUAL.align(bases(first), bases(second)))
                .isEqualTo(new Scoring.Alignment(score, endInFirst, endInSecond));
    }

    @Test
    void shouldFindWhatTheDefinitionSays() {
        SplittableRandom random = new SplittableRandom(4);
        for (int round = 0; round < 300; round++) {
            Scoring scoring = new Scoring(
                    1 + random.nextInt(4), -1 - random.nextInt(4), random.nextInt(6), 1 + random.nextInt(3));
            byte[] first = drawn(random);
            byte[] second = drawn(random);
            assertThat(scoring.align(first, second))
                    .as(
                            "%s of %s and %s",
                            scoring,
                            new String(first, StandardCharsets.US_ASCII),
                            new String(second, StandardCharsets.US_ASCII))
                    .isEqualTo(byDefinition(first, second, scoring))
                    .isEqualTo(PlainAlignment.of(first, second, scoring));
        }
    }

    /**
     * Returns the best local alignment of two sequences, computed directly by the definition: at each place, every gap
     * that may end there is tried.
     */
    private static Scoring.Alignment byDefinition(byte[] first, byte[] second, Scoring scoring) {
        int[][] best = new int[first.length + 1][second.length + 1];
        Scoring.Alignment found = new Scoring.Alignment(0, 0, 0);
        for (int row = 1; row <= first.length; row++) {
            for (int column = 1; column <= second.length; column++) {
                int here = Math.max(0, best[row - 1][column - 1] + scoring.of(first[row - 1], second[column - 1]));
                for (int gap = 1; gap <= row; gap++) {
                    here = Math.max(here, best[row - gap][column] - cost(gap, scoring));
                }
                for (int gap = 1; gap <= column; gap++) {
                    here = Math.max(here, best[row][column - gap] - cost(gap, scoring));
                }
                best[row][column] = here;
                if (here > found.score()) {
                    found = new Scoring.Alignment(here, row, column);
                }
            }
        }
        return found;
    }

    private static int cost(int gap, Scoring scoring) {
        return scoring.gapOpen() + gap * scoring.gapExtend();
    }

    private static byte[] drawn(SplittableRandom random) {
        byte[] bases = new byte[1 + random.nextInt(30)];
        for (int at = 0; at < bases.length; at++) {
            bases[at] = (byte) "ACGT".charAt(random.nextInt(random.nextInt(4) + 1));
        }
        return bases;
    }

    @Test
    void shouldWriteTheSameMatrixHoweverPairsAreShared() throws Exception {
        Path file = folder.resolve("in.fasta");
        Files.writeString(file, ">one first\nACGTACGT\nacgt\n>two\nACGT\n\n>a,b\nTTTTT\n");
        Path scores = folder.resolve("scores.csv");
        Path pairs = folder.resolve("pairs.csv");
        for (int engines = 1; engines <= 3; engines++) {
            Said said = run(
                    engines,
                    "--input",
                    file.toString(),
                    "--block",
                    "2",
                    "--check",
                    "--scores",
                    scores.toString(),
                    "--pairs",
                    pairs.toString());
            assertThat(said.results).containsEntry("pairs", 6L).containsEntry("verified", true);
        }
        assertThat(Files.readString(scores)).isEqualTo(",one,two,\"a,b\"\none,24,8,2\ntwo,8,8,2\n\"a,b\",2,2,10\n");
        assertThat(Files.readAllLines(pairs))
                .startsWith("first,second,score,endInFirst,endInSecond", "one,one,24,12,12", "one,two,8,4,4");
    }

    @Test
    void shouldFindTheSameScoresWithBlocksOfAnySize() throws Exception {
        Object expected = run(1, "--sequences", "20", "--length", "60", "--block", "20")
                .results
                .get("checksum");
        assertThat(run(2, "--sequences", "20", "--length", "60", "--block", "3", "--check").results)
                .containsEntry("checksum", expected)
                .containsEntry("verified", true);
    }

    @Test
    void shouldSayWhereAFileIsWrong() throws Exception {
        assertWrong(">a\nACGT\nACXT\n", "in.fasta:3:3: expected a base, one of ACGT");
        assertWrong("ACGT\n", "in.fasta:1:1: expected a line that begins with > first, found 'ACGT'");
        assertWrong(">a\n>b\nA\n", "in.fasta:1: expected bases of a, found none");
        assertWrong(">a\nA\n>a\nC\n", "in.fasta:3: expected a name of its own behind >, found 'a' again");
        assertWrong(">\nA\n", "in.fasta:1: expected a name of its own behind >, found none");
        assertWrong("", "expected sequences, found none");
        assertWrong(">a\nAC\u001b[31m\n", "found '?'");
        assertWrong(">a\u001b[31m\n>b\nA\n", "in.fasta:1: expected bases of a?[31m, found none");
        assertThatThrownBy(() -> run(1, "--input", folder.toString()))
                .isInstanceOf(UsageException.class)
                .hasMessage("--input " + folder + ": expected a file, found a folder");
        assertThatThrownBy(() -> run(1, "--input", folder.resolve("none").toString()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("no such file");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            @read/1\\nACGT\\n+\\nIIII | in.fasta:1: expected FASTA, with > and a name first, found what looks like FASTQ; convert it first
            LOCUS AB1 20 bp       | in.fasta:1: expected FASTA, with > and a name first, found what looks like GenBank's format; convert it first
            >a\\nAC-GT             | in.fasta:2:3: expected a base, one of ACGTURYKMSWBDHVN (take gaps out: they are found here), found '-'
            >a\\nMKLV              | in.fasta:2:3: expected a base, one of ACGTURYKMSWBDHVN (only DNA is aligned, no proteins), found 'L'
            >a\\n1 ACGT            | in.fasta:2:1: expected a base, one of ACGTURYKMSWBDHVN, found '1'
            >a\\nAC*GT             | in.fasta:2:4: expected nothing behind the * that ends a sequence, found 'G'
            >a\\nAC\u017f          | in.fasta:2:3: expected a base, one of ACGTURYKMSWBDHVN, found '\u017f'
            >a\\nACG,T             | in.fasta:2:4: expected a base
            """)
    void shouldSayWhichFormatOrLetterItDoesNotRead(String content, String message) throws Exception {
        assertWrong(content.replace("\\n", "\n"), message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\uFEFF>a\nACGT\n>b\nGT\n",
                ">a M\u00fcller\r\nAC\r\n\r\nGT\r\n>b\r\nGT",
                "; made by hand\n>a\n;in between\nacgt*\n>b\n G T\n*\n",
                "> a\rAC GT\r>b x\rgt\r",
                ">a\nACGU\n>b\ngu\n"
            })
    void shouldReadTheSameSequencesHoweverTheyAreWritten(String content) throws Exception {
        Path file = folder.resolve("in.fasta");
        for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16, StandardCharsets.ISO_8859_1)) {
            if (charset == StandardCharsets.UTF_8 || !content.startsWith("\uFEFF")) {
                ByteArrayOutputStream zipped = new ByteArrayOutputStream();
                try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
                    out.write(content.getBytes(charset));
                }
                for (byte[] bytes : List.of(content.getBytes(charset), zipped.toByteArray())) {
                    List<Sequence> read = FastaFile.read(Files.write(file, bytes));
                    assertThat(read).extracting(Sequence::name).containsExactly("a", "b");
                    assertThat(read.get(0).bases()).isEqualTo(bases("ACGT"));
                    assertThat(read.get(1).bases()).isEqualTo(bases("GT"));
                }
            }
        }
    }

    @Test
    @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldReadALongLineInOnePass() throws Exception {
        Path file = Files.writeString(folder.resolve("in.fasta"), ">a\n" + "ACGT".repeat(500_000) + "\n");
        assertThat(FastaFile.read(file).get(0).bases()).hasSize(2_000_000);
    }

    @Test
    void shouldReadLinesThatEndWithCarriageReturns() throws Exception {
        Path file = Files.writeString(folder.resolve("in.fasta"), ">a first\r\nAC\r\ngt\r\n>b\r\nn\r\n");
        List<Sequence> read = FastaFile.read(file);
        assertThat(read).extracting(Sequence::name).containsExactly("a", "b");
        assertThat(read.get(0).bases()).isEqualTo(bases("ACGT"));
        assertThat(read.get(1).bases()).isEqualTo(bases("N"));
    }

    @Test
    void shouldRefuseWhatMemoryDoesNotHold() throws Exception {
        Path file = folder.resolve("in.fasta");
        try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
            large.setLength(FastaFile.MOST_BYTES + 1L);
        }
        assertRefused("in.fasta: expected at most 268435456 bytes, found 268435457", "--input", file.toString());

        StringBuilder many = new StringBuilder();
        for (int number = 0; number <= FastaFile.MOST_SEQUENCES; number++) {
            many.append('>').append(number).append("\nA\n");
        }
        Files.writeString(file, many);
        assertRefused("in.fasta:40001: expected at most 20000 sequences, found one more", "--input", file.toString());

        Files.writeString(file, ">a\nA\n>b\n" + "C".repeat(8_193) + "\n");
        assertRefused(
                "--check: expected sequences of at most 8192 bases, as the plain method keeps whole matrices, found b of 8193",
                "--check",
                "--input",
                file.toString());
        assertRefused(
                "--length 1000000: expected at most 268435456 bases in all sequences, found 20000000000",
                "--sequences",
                "20000",
                "--length",
                "1000000");
    }

    private static void assertRefused(String message, String... words) {
        assertThatThrownBy(() -> new Alignments().check(Arguments.of(words)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(message);
    }

    private void assertWrong(String content, String message) throws Exception {
        Path file = folder.resolve("in.fasta");
        Files.writeString(file, content);
        assertThatThrownBy(() -> run(1, "--input", file.toString()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(message);
    }

    private static Said run(int engines, String... words) throws Exception {
        return SequentialRunner.run(Alignments::new, engines, engines, words);
    }

    private static byte[] bases(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
