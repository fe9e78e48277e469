package org.moide.engine.worker;

import java.util.Locale;

/** Names of hosts and labels, as users write them. */
public final class HostPattern {
    private HostPattern() {}

    /**
     * Returns whether a pattern fits the whole name of a host, or the name's first part. Large and small letters are
     * the same in names of hosts.
     */
    public static boolean fits(String pattern, String name) {
        String wanted = pattern.toLowerCase(Locale.ROOT);
        String whole = name.toLowerCase(Locale.ROOT);
        int dot = whole.indexOf('.');
        return matches(wanted, whole) || (dot > 0 && matches(wanted, whole.substring(0, dot)));
    }

    /**
     * Returns whether a text matches a pattern in which {@code *} stands for anything. Takes time proportional to the
     * pattern's length times the text's at most.
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
