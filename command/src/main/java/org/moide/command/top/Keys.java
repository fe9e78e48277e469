package org.moide.command.top;

import java.util.ArrayList;
import java.util.List;

/** A parser of the keys that a terminal sends. */
public final class Keys {
    private static final char ESCAPE = '\u001b';

    private Keys() {}

    /**
     * Returns the keys in text that arrived at once. An unknown escape sequence becomes one key of kind
     * {@link Key.Kind#UNKNOWN}.
     */
    public static List<Key> of(String sent) {
        List<Key> keys = new ArrayList<>();
        int at = 0;
        while (at < sent.length()) {
            char letter = sent.charAt(at);
            boolean sequence = letter == ESCAPE
                    && at + 1 < sent.length()
                    && (sent.charAt(at + 1) == '[' || sent.charAt(at + 1) == 'O');
            if (sequence) {
                int end = at + 2;
                while (end < sent.length() - 1 && !isFinal(sent.charAt(end))) {
                    end++;
                }
                keys.add(sequence(sent.substring(at + 2, Math.min(sent.length(), end + 1))));
                at = end + 1;
            } else {
                keys.add(single(letter));
                at++;
            }
        }
        return keys;
    }

    private static boolean isFinal(char letter) {
        return letter >= '@' && letter <= '~';
    }

    private static Key sequence(String rest) {
        return Key.of(
                switch (rest) {
                    case "A" -> Key.Kind.UP;
                    case "B" -> Key.Kind.DOWN;
                    case "5~" -> Key.Kind.PAGE_UP;
                    case "6~" -> Key.Kind.PAGE_DOWN;
                    case "H", "1~", "7~" -> Key.Kind.HOME;
                    case "F", "4~", "8~" -> Key.Kind.END;
                    default -> Key.Kind.UNKNOWN;
                });
    }

    private static Key single(char letter) {
        return switch (letter) {
            case '\r', '\n' -> Key.of(Key.Kind.ENTER);
            case '\t' -> Key.of(Key.Kind.TAB);
            case '\b', '\u007f' -> Key.of(Key.Kind.BACKSPACE);
            case '\u0003', '\u0004' -> Key.of(Key.Kind.END_OF_ALL);
            case ESCAPE -> Key.of(Key.Kind.ESCAPE);
            default -> letter < ' ' ? Key.of(Key.Kind.UNKNOWN) : Key.letter(letter);
        };
    }
}
