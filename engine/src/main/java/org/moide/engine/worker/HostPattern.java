package org.moide.engine.worker;

import java.util.Locale;

/** Matches names of hosts and labels with patterns of the user. */
public final class HostPattern {
    private HostPattern() {}

    /** Returns whether a pattern matches a host's whole name, or its part before the first dot. Case is ignored. */
    public static boolean fits(String pattern, String name) {
        String wanted = pattern.toLowerCase(Locale.ROOT);
        String whole = name.toLowerCase(Locale.ROOT);
        int dot = whole.indexOf('.');
        return matches(wanted, whole) || (dot > 0 && matches(wanted, whole.substring(0, dot)));
    }

    /**
     * Returns whether a text matches a pattern, in which {@code *} stands for any text. The time that it takes is at
     * most proportional to the product of the two lengths.
     */
    public static boolean matches(String pattern, String text) {
        int at = 0;
        int read = 0;
        int star = -1;
        int behindStar = 0;
        while (read < text.length()) {
            if (at < pattern.length() && pattern.charAt(at) == '*') {
                star = at++;
                behindStar = read;
            } else if (at < pattern.length() && pattern.charAt(at) == text.charAt(read)) {
                at++;
                read++;
            } else if (star >= 0) {
                at = star + 1;
                read = ++behindStar;
            } else {
                return false;
            }
        }
        while (at < pattern.length() && pattern.charAt(at) == '*') {
            at++;
        }
        return at == pattern.length();
    }
}
