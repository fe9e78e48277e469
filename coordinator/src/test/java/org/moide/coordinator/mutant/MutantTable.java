package org.moide.coordinator.mutant;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The table of mutants, the faults that tests plant. It is in {@code src/test/resources/mutants}, which has a file for
 * each module. An entry consists of the mutant's name, its source file, the changed lines, and the player and seed of
 * the first simulated run that finds it. Empty lines separate entries, and a line that begins with # is a comment.
 */
final class MutantTable {
    private static final String SOURCE = "in ";
    private static final String SEEN = "seen by ";
    private static final String SEED = ", seed ";

    private MutantTable() {}

    /** Reads the mutants of all files, in order. */
    static List<Mutant> read(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            List<Mutant> all = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                all.addAll(parsed(file.getFileName().toString(), Files.readAllLines(file)));
            }
            return all;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * Writes copies of the table's files in which the mutants have other seeds.
     *
     * @param seeds the new seeds by the mutants' names
     */
    static void write(Path folder, Path copies, Map<String, Long> seeds) throws IOException {
        Files.createDirectories(copies);
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                List<String> lines = new ArrayList<>();
                String name = "";
                for (String line : Files.readAllLines(file)) {
                    boolean seen = line.startsWith(SEEN) && seeds.containsKey(name);
                    lines.add(seen ? line.substring(0, line.indexOf(SEED)) + SEED + seeds.get(name) : line);
                    boolean between = line.isBlank() || line.startsWith("#");
                    name = between ? "" : name.isEmpty() ? line : name;
                }
                Files.write(copies.resolve(file.getFileName()), lines);
            }
        }
    }

    private static List<Mutant> parsed(String file, List<String> lines) {
        List<Mutant> mutants = new ArrayList<>();
        List<String> block = new ArrayList<>();
        for (String line : lines) {
            if (!line.isBlank() && !line.startsWith("#")) {
                block.add(line);
            } else if (!block.isEmpty()) {
                mutants.add(mutant(file, block));
                block.clear();
            }
        }
        if (!block.isEmpty()) {
            mutants.add(mutant(file, block));
        }
        return mutants;
    }

    private static Mutant mutant(String file, List<String> block) {
        int last = block.size() - 1;
        String seen = block.get(last);
        if (last < 3 || !block.get(1).startsWith(SOURCE) || !seen.startsWith(SEEN) || !seen.contains(SEED)) {
            throw new IllegalArgumentException(file + ": expected a name, '" + SOURCE + "...', lines that change, and '"
                    + SEEN + "...', found " + String.join("\n", block));
        }
        int word = seen.indexOf(SEED);
        return new Mutant(
                block.get(0),
                block.get(1).substring(SOURCE.length()),
                block.subList(2, last),
                Player.of(seen.substring(SEEN.length(), word)),
                Long.parseLong(seen.substring(word + SEED.length())));
    }
}
