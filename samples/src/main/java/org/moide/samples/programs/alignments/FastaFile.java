package org.moide.samples.programs.alignments;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads FASTA files of DNA: lines that begin with {@code >} name a sequence, the lines behind are its bases. */
final class FastaFile {
    /** The bases, and the letters of IUPAC for those that are not known for sure. */
    private static final String BASES = "ACGTURYKMSWBDHVN";

    /** A line may be as long as the file, and is held twice while it is read. */
    static final int MOST_BYTES = 1 << 28;

    /** Each pair has an alignment at the coordinator: some 6 GB. */
    static final int MOST_SEQUENCES = 20_000;

    private static final int LONGEST_SHOWN = 40;

    private FastaFile() {}

    /**
     * All sequences.
     *
     * @throws IOException if it cannot be read or is no such file, with line and column
     */
    static List<Sequence> read(Path file) throws IOException {
        requireFile(file);
        List<Sequence> sequences = new ArrayList<>();
        Set<String> names = new HashSet<>();
        String name = "";
        int nameLine = 0;
        ByteArrayOutputStream bases = new ByteArrayOutputStream();
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            int number = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                if (line.startsWith(">")) {
                    if (nameLine > 0) {
                        sequences.add(sequence(file, name, nameLine, bases));
                    }
                    name = line.substring(1).strip().split("\\s+", 2)[0];
                    nameLine = number;
                    if (sequences.size() == MOST_SEQUENCES) {
                        throw new IOException(file + ", line " + number + ": expected at most " + MOST_SEQUENCES
                                + " sequences, found one more; take a part of the file");
                    }
                    if (name.isEmpty() || !names.add(name)) {
                        throw new IOException(
                                file + ", line " + number + ": expected a name of its own behind >, found "
                                        + (name.isEmpty() ? "none" : "\"" + printable(name) + "\" again"));
                    }
                } else {
                    addBases(file, number, line, nameLine, bases);
                }
            }
        } catch (MalformedInputException noText) {
            throw new IOException(file + ": expected text, found bytes that are none", noText);
        }
        if (nameLine > 0) {
            sequences.add(sequence(file, name, nameLine, bases));
        }
        return sequences;
    }

    private static void requireFile(Path file) throws IOException {
        long bytes = Files.size(file);
        if (!Files.isRegularFile(file)) {
            throw new IOException(file + ": expected a file, found "
                    + (Files.isDirectory(file) ? "a folder" : "a device or the like"));
        }
        if (bytes > MOST_BYTES) {
            throw new IOException(file + ": expected at most " + MOST_BYTES + " bytes, found " + bytes);
        }
    }

    /** What a file says goes to a terminal, which must not obey it. */
    static String printable(String found) {
        String start = found.substring(0, Math.min(LONGEST_SHOWN, found.length()));
        return start.replaceAll("[\\p{Cntrl}\\p{Cf}\\x80-\\x9F]", "?");
    }

    private static void addBases(Path file, int number, String line, int nameLine, ByteArrayOutputStream bases)
            throws IOException {
        for (int column = 1; column <= line.length(); column++) {
            char found = Character.toUpperCase(line.charAt(column - 1));
            if (found == ' ' || found == '\t') {
                continue;
            }
            if (nameLine == 0) {
                throw new IOException(file + ", line " + number + ": expected a line that begins with > first, found \""
                        + printable(line.substring(column - 1, column)) + "\"");
            }
            if (BASES.indexOf(found) < 0) {
                throw new IOException(file + ", line " + number + ", column " + column + ": expected a base, one of "
                        + BASES + ", found \"" + printable(line.substring(column - 1, column)) + "\"");
            }
            bases.write(found);
        }
    }

    private static Sequence sequence(Path file, String name, int line, ByteArrayOutputStream bases) throws IOException {
        if (bases.size() == 0) {
            throw new IOException(file + ", line " + line + ": expected bases of " + printable(name) + ", found none");
        }
        Sequence sequence = new Sequence(name, bases.toByteArray());
        bases.reset();
        return sequence;
    }
}
