package org.moide.commlib.system;

/**
 * Makes foreign text safe to show in a terminal, a log or a page. Characters that would move the cursor, change
 * colours or the order of letters, or begin a new line are shown by their number, as {@code \u001b}. Any thread may
 * call it.
 */
public final class VisibleText {
    private VisibleText() {}

    /** Returns a text as one line: line ends and tabs are shown as {@code \n}, {@code \r} and {@code \t}. */
    public static String line(String text) {
        return visible(text, false);
    }

    /** Returns a text as lines: line feeds and tabs stay. */
    public static String lines(String text) {
        return visible(text, true);
    }

    private static String visible(String text, boolean lines) {
        int at = 0;
        while (at < text.length() && isVisible(text.charAt(at), lines)) {
            at++;
        }
        if (at == text.length()) {
            return text; // the usual case
        }
        StringBuilder all = new StringBuilder(text.length() + 16).append(text, 0, at);
        for (; at < text.length(); at++) {
            char letter = text.charAt(at);
            if (isVisible(letter, lines)) {
                all.append(letter);
            } else {
                all.append(inWords(letter));
            }
        }
        return all.toString();
    }

    private static boolean isVisible(char letter, boolean lines) {
        if (letter == '\n' || letter == '\t') {
            return lines;
        }
        return !Character.isISOControl(letter) && !isLineEnd(letter) && !changesTheOrder(letter);
    }

    private static boolean isLineEnd(char letter) {
        return letter == '\u2028' || letter == '\u2029';
    }

    /**
     * Returns whether a character can change the order in which other characters are shown; such characters have been
     * used to forge source code and file names.
     */
    private static boolean changesTheOrder(char letter) {
        return letter == '\u061c'
                || letter == '\u200e'
                || letter == '\u200f'
                || (letter >= '\u202a' && letter <= '\u202e')
                || (letter >= '\u2066' && letter <= '\u2069');
    }

    private static String inWords(char letter) {
        return switch (letter) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> String.format("\\u%04x", (int) letter);
        };
    }
}
