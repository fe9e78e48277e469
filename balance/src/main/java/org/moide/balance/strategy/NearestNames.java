package org.moide.balance.strategy;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Suggestions for mistyped names in error messages. */
public final class NearestNames {
    /** The largest edit distance of a suggestion. */
    private static final int CLOSE = 3;

    private NearestNames() {}

    /** Returns the end of an error message: similar names, if there are any, and all valid names. */
    public static String hint(String found, Collection<String> names) {
        List<String> near = names.stream()
                .filter(name -> distance(found, name) <= CLOSE || name.startsWith(found))
                .sorted(Comparator.comparingInt(name -> distance(found, name)))
                .limit(2)
                .toList();
        String all = "there are " + String.join(", ", names);
        return near.isEmpty() ? ": " + all : "; did you mean " + String.join(" or ", near) + "? (" + all + ")";
    }

    /** Returns the Levenshtein distance, ignoring case. */
    private static int distance(String left, String right) {
        String a = left.toLowerCase(Locale.ROOT);
        String b = right.toLowerCase(Locale.ROOT);
        int[] above = new int[b.length() + 1];
        for (int column = 0; column <= b.length(); column++) {
            above[column] = column;
        }
        for (int row = 1; row <= a.length(); row++) {
            int[] current = new int[b.length() + 1];
            current[0] = row;
            for (int column = 1; column <= b.length(); column++) {
                int change = above[column - 1] + (a.charAt(row - 1) == b.charAt(column - 1) ? 0 : 1);
                current[column] = Math.min(change, 1 + Math.min(above[column], current[column - 1]));
            }
            above = current;
        }
        return above[b.length()];
    }
}
