package org.moide.coordinator.mutant;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A fault that a test plants in the source of a core, in order to see whether simulated runs find it.
 *
 * @param name a few plain words that say what the fault is
 * @param source the source file that is changed, relative to the repository's root
 * @param hunk the changed lines in the form of a diff: each begins with a space, a minus or a plus
 * @param player executes the simulated runs that may find the fault
 * @param seed the seed of the first simulated run that finds the fault
 */
record Mutant(String name, String source, List<String> hunk, Player player, long seed) {
    private static final String KEPT = " ";
    private static final String WAS = "-";
    private static final String IS = "+";

    Mutant {
        hunk = List.copyOf(hunk);
        if (lines(hunk, WAS).equals(lines(hunk, IS))) {
            throw new IllegalArgumentException("'" + name + "': expected lines that change, found " + hunk);
        }
    }

    /** Returns the binary name of the class in the changed source file. */
    String className() {
        String path = source.substring(source.indexOf("/java/") + "/java/".length());
        return path.substring(0, path.lastIndexOf('.')).replace('/', '.');
    }

    /**
     * Returns the source text with the fault in it.
     *
     * @param text the text of the source file; differences in indentation are ignored
     * @throws IllegalArgumentException if the source does not contain the lines to be changed exactly once
     */
    String in(String text) {
        List<String> lines = text.lines().toList();
        List<String> before = lines(hunk, WAS);
        List<Integer> places = IntStream.rangeClosed(0, lines.size() - before.size())
                .filter(at -> isAt(lines, at, before))
                .boxed()
                .toList();
        if (places.size() != 1) {
            throw new IllegalArgumentException(
                    "mutant '" + name + "': expected its lines once in " + source + ", found "
                            + places.size() + " times:\n" + String.join("\n", before)
                            + "\nThe code has changed: bring the mutant up to date");
        }
        int at = places.get(0);
        List<String> changed = new ArrayList<>(lines.subList(0, at));
        changed.addAll(lines(hunk, IS));
        changed.addAll(lines.subList(at + before.size(), lines.size()));
        return String.join("\n", changed);
    }

    private static boolean isAt(List<String> lines, int at, List<String> wanted) {
        return IntStream.range(0, wanted.size())
                .allMatch(index -> lines.get(at + index).strip().equals(wanted.get(index)));
    }

    private static List<String> lines(List<String> hunk, String mark) {
        return hunk.stream()
                .filter(line -> line.startsWith(KEPT) || line.startsWith(mark))
                .map(line -> line.substring(1).strip())
                .toList();
    }

    @Override
    public String toString() {
        return name;
    }
}
