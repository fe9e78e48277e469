package org.moide.samples.programs.raytrace.scene;

import java.util.Collection;

/** Finds the known word that a user may have meant. */
public final class Nearest {
    private Nearest() {}

    /**
     * Returns the known word that differs from {@code word} in the fewest letters, if these are at most a third of its
     * letters (one letter in a short word); otherwise an empty text.
     */
    public static String to(String word, Collection<String> known) {
        String nearest = "";
        int fewest = Math.min(word.length(), Math.max(1, word.length() / 3) + 1);
        for (String candidate : known) {
            int changes = changes(word, candidate);
            if (changes < fewest) {
                fewest = changes;
                nearest = candidate;
            }
        }
        return nearest;
    }

    // Levenshtein's distance, one row at a time.
    private static int changes(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int above = row[j];
                int replace = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replace, 1 + Math.min(above, row[j - 1]));
                diagonal = above;
            }
        }
        return row[b.length()];
    }
}
