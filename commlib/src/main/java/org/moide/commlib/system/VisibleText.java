package org.moide.commlib.system;

/**
 * Text of others, made fit for a terminal, a log or a page: what would move the cursor, change colours or the order of letters,
 * or begin another line, is shown by its number, as {@code \u001b}. Any thread.
 */
public final class VisibleText {
    private VisibleText() {}

    /** Makes one line of a text: also ends of lines and tabs are shown, as {@code \n}, {@code \r} and {@code \t}. */
    public static String line(String text) {
        return visible(text, false);
    }

    /** Lines: ends of lines and tabs stay. */
    public static String lines(String text) {
        return visible(text, true);
    }

    private static String visible(String text, boolean lines) {
        int at = 0;
        while (at < text.length() && isVisible(text.charAt(at), lines)) {
            at++;
        }
        if (at == text.length()) {
            return text; // nearly always
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
     * Returns whether this letter may show letters that follow before those that come before: source code and file
     * names were forged so.
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
