package org.moide.samples.programs.alignments;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.moide.engine.UsageException;
import org.moide.samples.text.TextLines;

/**
 * Reads FASTA files of DNA or RNA: a line that begins with {@code >} names a sequence, and the lines after it contain
 * the sequence's bases, in capital or small letters; {@code U} is read as {@code T}. Lines that begin with {@code ;}
 * are comments, and a {@code *} may end a sequence.
 */
final class FastaFile {
    /** The letters for bases, and those by which IUPAC denotes ambiguous bases. */
    private static final String BASES = "ACGTURYKMSWBDHVN";

    /** Letters that stand for amino acids and not for bases. */
    private static final String PROTEIN = "EFIJLOPQXZ";

    /**
     * The size in bytes of the largest file that is read. A line may be as long as the file, and is in memory twice
     * while it is read.
     */
    static final int MOST_BYTES = 1 << 28;

    /**
     * The most sequences in a file. The coordinator keeps an alignment for each pair; with so many sequences, these
     * take some 6 GB.
     */
    static final int MOST_SEQUENCES = 20_000;

    private final TextLines lines;
    private final List<Sequence> sequences = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final ByteArrayOutputStream bases = new ByteArrayOutputStream();
    private String name = "";
    private int nameLine;
    private boolean ended;
    private long allBases;

    private FastaFile(TextLines lines) {
        this.lines = lines;
    }

    /**
     * Reads all sequences.
     *
     * @throws UsageException if the file cannot be read or is not a FASTA file; the message has the line and the column
     */
    static List<Sequence> read(Path file) {
        requireSize(file);
        try (TextLines lines = TextLines.open("--input", file, MOST_BYTES)) {
            FastaFile reader = new FastaFile(lines);
            while (lines.next()) {
                reader.line();
            }
            reader.endSequence();
            return reader.sequences;
        }
    }

    private static void requireSize(Path file) {
        try {
            if (Files.isRegularFile(file) && Files.size(file) > MOST_BYTES) {
                throw new UsageException(
                        "--input " + file + ": expected at most " + MOST_BYTES + " bytes, found " + Files.size(file));
            }
        } catch (IOException cannotRead) {
            throw new UsageException("--input " + file + ": cannot be read");
        }
    }

    private void line() {
        if (lines.takeLetter('>')) {
            endSequence();
            beginSequence();
        } else if (!lines.takeLetter(';')) {
            while (lines.takeLetter()) {
                addBase(lines.letter());
            }
        }
    }

    private void beginSequence() {
        lines.take();
        name = lines.word();
        nameLine = lines.number();
        ended = false;
        if (sequences.size() == MOST_SEQUENCES) {
            throw lines.wrong(
                    "expected at most " + MOST_SEQUENCES + " sequences, found one more; take a part of the file");
        }
        if (name.isEmpty() || !names.add(name)) {
            throw lines.wrong("expected a name of its own behind >, found "
                    + (name.isEmpty() ? "none" : "'" + TextLines.shown(name) + "' again"));
        }
    }

    private UsageException noFasta() {
        lines.retake();
        String first = lines.word();
        String other = first.startsWith("@")
                ? "FASTQ"
                : switch (first) {
                    case "LOCUS" -> "GenBank's format";
                    case "ID" -> "EMBL's format";
                    case "CLUSTAL" -> "Clustal's format";
                    case "#NEXUS" -> "NEXUS";
                    default -> "";
                };
        return other.isEmpty()
                ? lines.expected("a line that begins with > first")
                : lines.wrong("expected FASTA, with > and a name first, found what looks like " + other
                        + "; convert it first");
    }

    private void addBase(int letter) {
        if (nameLine == 0) {
            throw noFasta();
        }
        if (ended) {
            throw lines.expected("nothing behind the * that ends a sequence");
        }
        int base = letter >= 'a' && letter <= 'z' ? letter - 'a' + 'A' : letter;
        if (base == '*') {
            ended = true;
        } else if (BASES.indexOf(base) < 0) {
            throw lines.expected("a base, one of " + BASES + hint(base));
        } else if (++allBases > MOST_BYTES) {
            throw lines.wrong("expected at most " + MOST_BYTES + " bases in all, found more");
        } else {
            bases.write(base == 'U' ? 'T' : base); // the same base, in RNA
        }
    }

    private static String hint(int found) {
        if (found == '-' || found == '.') {
            return " (take gaps out: they are found here)";
        }
        return PROTEIN.indexOf(found) >= 0 ? " (only DNA is aligned, no proteins)" : "";
    }

    private void endSequence() {
        if (nameLine == 0) {
            return;
        }
        if (bases.size() == 0) {
            throw lines.wrong(nameLine, "expected bases of " + TextLines.shown(name) + ", found none");
        }
        sequences.add(new Sequence(name, bases.toByteArray()));
        bases.reset();
    }
}
