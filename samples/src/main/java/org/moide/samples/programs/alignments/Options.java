package org.moide.samples.programs.alignments;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.output.OutputFile;
import org.moide.samples.text.TextLines;

/**
 * The options of the command line.
 *
 * @param input a FASTA file; empty for generated sequences
 * @param sequences the number of generated sequences
 * @param length the approximate length of generated sequences
 * @param block the number of sequences in one data object
 * @param scores the file for the matrix of scores; empty if none is wanted
 * @param pairs the file for scores and end positions, with a line for each pair; empty if none is wanted
 * @param check whether all scores are computed again by a simple method
 */
record Options(
        String input,
        int sequences,
        int length,
        long seed,
        int block,
        Scoring scoring,
        String scores,
        String pairs,
        boolean check) {
    static final String USAGE = """
            --input file     DNA sequences in FASTA format; without it sequences are made up
            --sequences n    how many are made up; default 128
            --length n       how long these are, about; default 400
            --seed n         of these; default 1
            --block n        sequences in one data object; default 16
            --match n        for two bases that are the same; default 2
            --mismatch n     for two that differ; default -3
            --gap-open n     what a gap costs; default 5
            --gap-extend n   what each base in a gap costs besides; default 2
            --scores file    write the matrix of scores as CSV
            --pairs file     write first,second,score,endInFirst,endInSecond of each pair as CSV
            --check          compute all once more, plainly, and compare""";

    private static final byte[] BASES = {'A', 'C', 'G', 'T'};

    /** Reads and checks the options. */
    static Options of(Arguments arguments) {
        arguments.allow(
                Set.of(
                        "--input",
                        "--sequences",
                        "--length",
                        "--seed",
                        "--block",
                        "--match",
                        "--mismatch",
                        "--gap-open",
                        "--gap-extend",
                        "--scores",
                        "--pairs"),
                Set.of("--check"),
                0);
        for (String madeUp : List.of("--sequences", "--length", "--seed")) {
            arguments.refuseBeside(madeUp, "--input");
        }
        return new Options(
                arguments.text("--input", ""),
                arguments.count("--sequences", 128, 1, FastaFile.MOST_SEQUENCES),
                arguments.count("--length", 400, 1, 1_000_000),
                arguments.integer("--seed", 1, Long.MIN_VALUE, Long.MAX_VALUE),
                arguments.count("--block", 16, 1, 100_000),
                new Scoring(
                        arguments.count("--match", 2, 1, 1_000),
                        arguments.count("--mismatch", -3, -1_000, -1),
                        arguments.count("--gap-open", 5, 0, 1_000),
                        arguments.count("--gap-extend", 2, 1, 1_000)),
                arguments.text("--scores", ""),
                arguments.text("--pairs", ""),
                arguments.flag("--check"));
    }

    /** Checks that the requested files can be written. Called on the coordinator's host, which writes them. */
    void checkFiles() {
        if (!scores.isEmpty()) {
            OutputFile.check("--scores", Path.of(scores));
        }
        if (!pairs.isEmpty()) {
            OutputFile.check("--pairs", Path.of(pairs));
            OutputFile.checkApart("--pairs", pairs, "--scores", scores);
        }
    }

    /** Returns the sequences in their order. */
    List<Sequence> read() {
        List<Sequence> all = readFile();
        if (all.isEmpty()) {
            throw new UsageException("--input " + input + ": expected sequences, found none");
        }
        for (Sequence sequence : all) {
            if (check && sequence.bases().length > PlainAlignment.LONGEST) {
                throw new UsageException("--check: expected sequences of at most " + PlainAlignment.LONGEST
                        + " bases, as the plain method keeps whole matrices, found "
                        + TextLines.shown(sequence.name()) + " of " + sequence.bases().length);
            }
        }
        return all;
    }

    private List<Sequence> readFile() {
        if (input.isEmpty()) {
            return madeUp();
        }
        return FastaFile.read(Path.of(input));
    }

    /**
     * Generates families of sequences. A family has a common sequence; in each member some of its bases are changed and
     * a piece is left out.
     */
    private List<Sequence> madeUp() {
        if ((long) sequences * length > FastaFile.MOST_BYTES) {
            throw new UsageException("--length " + length + ": expected at most " + FastaFile.MOST_BYTES
                    + " bases in all sequences, found " + (long) sequences * length);
        }
        SplittableRandom random = new SplittableRandom(seed);
        int families = Math.max(1, sequences / 8);
        List<byte[]> ancestors = new ArrayList<>();
        for (int family = 0; family < families; family++) {
            byte[] bases = new byte[Math.max(1, length / 2 + random.nextInt(length))];
            for (int at = 0; at < bases.length; at++) {
                bases[at] = BASES[random.nextInt(BASES.length)];
            }
            ancestors.add(bases);
        }
        List<Sequence> all = new ArrayList<>();
        for (int number = 0; number < sequences; number++) {
            byte[] bases = ancestors.get(number % families).clone();
            for (int at = 0; at < bases.length; at++) {
                bases[at] = random.nextInt(12) == 0 ? BASES[random.nextInt(BASES.length)] : bases[at];
            }
            int from = random.nextInt(1 + bases.length / 4);
            int left = Math.max(1, bases.length - from);
            byte[] rest = new byte[left];
            System.arraycopy(bases, bases.length - left, rest, 0, left);
            all.add(new Sequence("s" + number, rest));
        }
        return all;
    }
}
