package org.moide.coordinator.plan;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Finds the known names that are most similar to a misspelt word. */
public final class Nearest {
    /** The greatest number of names in a hint. */
    private static final int MOST_GUESSES = 3;

    private Nearest() {}

    /**
     * Returns the names that are most similar to a word, the closest first; none if no name is similar.
     *
     * @param names all names that the word may stand for
     */
    public static List<String> to(String word, Collection<String> names) {
        if (word.isBlank()) {
            return List.of();
        }
        // Dashes do not count: all options begin with them.
        int limit = 1 + word.replace("-", "").length() / 3;
        int best = names.stream().mapToInt(name -> missedBy(word, name)).min().orElse(limit + 1);
        return names.stream()
                .distinct()
                .filter(name -> missedBy(word, name) <= Math.min(limit, best + 1))
                // A name must share at least one letter with the word.
                .filter(name -> missedBy(word, name) < name.length())
                .sorted(Comparator.comparingInt((String name) -> missedBy(word, name))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MOST_GUESSES)
                .toList();
    }

    /**
     * Returns how far a word is from a name: their {@link #distance}, or 1 if that is greater and the name begins with
     * the word.
     */
    private static int missedBy(String word, String name) {
        String written = word.toLowerCase(Locale.ROOT);
        String meant = name.toLowerCase(Locale.ROOT);
        boolean begun = written.length() >= 2 && meant.startsWith(written);
        return begun ? Math.min(1, distance(written, meant)) : distance(written, meant);
    }

    /** Returns the text {@code ": did you mean a or b?"}; empty if no name is similar. */
    public static String hint(String word, Collection<String> names) {
        List<String> near = to(word, names);
        return near.isEmpty() ? "" : ": did you mean " + String.join(" or ", near) + "?";
    }

    /**
     * Returns how many letters must be added, left out, changed or swapped with their neighbour to turn one word into
     * the other.
     */
    static int distance(String from, String to) {
        int[][] cost = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            cost[i][0] = i;
        }
        for (int j = 0; j <= to.length(); j++) {
            cost[0][j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            for (int j = 1; j <= to.length(); j++) {
                int changed = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
                int best = Math.min(cost[i - 1][j - 1] + changed, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
                if (i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1)) {
                    best = Math.min(best, cost[i - 2][j - 2] + 1);
                }
                cost[i][j] = best;
            }
        }
        return cost[from.length()][to.length()];
    }
}
