package org.moide.command.top;

/**
 * A pressed key.
 *
 * @param kind the kind of key
 * @param letter the letter of a {@link Kind#LETTER}; otherwise 0
 */
public record Key(Kind kind, char letter) {
    public enum Kind {
        LETTER,
        ENTER,
        ESCAPE,
        BACKSPACE,
        TAB,
        UP,
        DOWN,
        PAGE_UP,
        PAGE_DOWN,
        HOME,
        END,
        /** Ctrl-C or Ctrl-D. */
        END_OF_ALL,
        /** Any other key. */
        UNKNOWN
    }

    static Key of(Kind kind) {
        return new Key(kind, (char) 0);
    }

    static Key letter(char letter) {
        return new Key(Kind.LETTER, letter);
    }
}
