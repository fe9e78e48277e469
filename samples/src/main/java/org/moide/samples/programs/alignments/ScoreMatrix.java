package org.moide.samples.programs.alignments;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.moide.samples.output.OutputFile;

/**
 * The alignments of all pairs, collected as they come. In each pair, the number of the first sequence is not above that
 * of the second. Used by one thread.
 */
final class ScoreMatrix {
    private final List<Sequence> sequences;
    private final Scoring.Alignment[][] alignments; // indexed by the second sequence, then the first
    private long pairs;

    ScoreMatrix(List<Sequence> sequences) {
        this.sequences = sequences;
        this.alignments = new Scoring.Alignment[sequences.size()][];
        for (int second = 0; second < alignments.length; second++) {
            alignments[second] = new Scoring.Alignment[second + 1];
        }
    }

    long pairs() {
        return pairs;
    }

    void take(Scores scores) {
        for (int index = 0; index < scores.count(); index++) {
            Scoring.Alignment[] row = alignments[scores.second(index)];
            if (row[scores.first(index)] != null) {
                throw new IllegalStateException("the pair of sequences " + scores.first(index) + " and "
                        + scores.second(index) + " came a second time");
            }
            row[scores.first(index)] = scores.alignment(index);
            pairs++;
        }
    }

    void requireAll() {
        long all = (long) alignments.length * (alignments.length + 1) / 2;
        if (pairs != all) {
            throw new IllegalStateException("expected " + all + " pairs, found " + pairs);
        }
    }

    private Scoring.Alignment of(int one, int other) {
        return alignments[Math.max(one, other)][Math.min(one, other)];
    }

    /** Returns a checksum of all scores and end positions, which also depends on the pairs to which they belong. */
    long checksum() {
        long sum = 0;
        for (Scoring.Alignment[] row : alignments) {
            for (Scoring.Alignment one : row) {
                sum = 31 * sum + 1_000_003L * one.score() + 1_009L * one.endInFirst() + one.endInSecond();
            }
        }
        return sum;
    }

    /**
     * Computes all alignments again by {@link PlainAlignment}, and compares them.
     *
     * @throws IllegalStateException at the first pair that differs
     */
    void check(Scoring scoring) {
        for (int second = 0; second < alignments.length; second++) {
            for (int first = 0; first <= second; first++) {
                Scoring.Alignment expected = PlainAlignment.of(
                        sequences.get(first).bases(), sequences.get(second).bases(), scoring);
                if (!expected.equals(of(first, second))) {
                    throw new IllegalStateException(sequences.get(first).name() + " and "
                            + sequences.get(second).name() + ": expected " + expected + " by the plain method, found "
                            + of(first, second));
                }
            }
        }
    }

    /** Writes the scores as a table with names in the first row and column. The file appears when it is complete. */
    void writeMatrix(Path file) throws IOException {
        write(file, writer -> {
            for (Sequence sequence : sequences) {
                writer.write("," + quoted(sequence.name()));
            }
            writer.write("\n");
            for (int row = 0; row < alignments.length; row++) {
                writer.write(quoted(sequences.get(row).name()));
                for (int column = 0; column < alignments.length; column++) {
                    writer.write("," + of(row, column).score());
                }
                writer.write("\n");
            }
        });
    }

    /** Writes a line for each pair. */
    void writePairs(Path file) throws IOException {
        write(file, writer -> {
            writer.write("first,second,score,endInFirst,endInSecond\n");
            for (int first = 0; first < alignments.length; first++) {
                for (int second = first; second < alignments.length; second++) {
                    Scoring.Alignment one = of(first, second);
                    writer.write(quoted(sequences.get(first).name()) + ","
                            + quoted(sequences.get(second).name()) + "," + one.score() + "," + one.endInFirst() + ","
                            + one.endInSecond() + "\n");
                }
            }
        });
    }

    private interface Lines {
        void write(BufferedWriter writer) throws IOException;
    }

    private static void write(Path file, Lines lines) throws IOException {
        OutputFile.write(file, into -> {
            try (BufferedWriter writer = Files.newBufferedWriter(into, StandardCharsets.UTF_8)) {
                lines.write(writer);
            }
        });
    }

    private static String quoted(String name) {
        return name.matches("[^,\"]*") ? name : '"' + name.replace("\"", "\"\"") + '"';
    }
}
