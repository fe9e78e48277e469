package org.moide.samples.programs.raytrace.text;

import java.nio.charset.StandardCharsets;

/**
 * Reads lines of plain numbers out of bytes, quickly and as {@link Double#parseDouble} does, or says that it cannot: then
 * somebody else reads the line, which takes ten times as long, and says what is wrong if anything is. One thread.
 */
public final class NumberLine {
    /** Whole numbers up to here are doubles, and so are these powers of ten: their quotient is rounded once, as it should. */
    private static final long MOST_DIGITS = 1L << 53;

    private static final double[] POWERS = {
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    private final byte[] text;
    private int at;
    private int end;
    private int next;
    private double value;
    private int whole;

    /** Before the first line of a text, which nobody changes. */
    public NumberLine(byte[] text) {
        this.text = text;
    }

    /** Goes to the next line; whether there is one. */
    public boolean advance() {
        if (next >= text.length) {
            return false;
        }
        at = next;
        end = at;
        while (end < text.length && text[end] != '\n' && text[end] != '\r') {
            end++;
        }
        next = end + 1;
        if (end + 1 < text.length && text[end] == '\r' && text[end + 1] == '\n') {
            next++;
        }
        return true;
    }

    /** The whole line. */
    public String line() {
        return new String(text, at, end - at, StandardCharsets.UTF_8);
    }

    /** Where the line begins, to come back to it. */
    public int mark() {
        return at;
    }

    /** Back to where {@link #mark} was asked. */
    public void reset(int mark) {
        at = mark;
    }

    /** Takes these bytes and the spaces after them, if they stand here; they are not the whole line. */
    public boolean accepts(String keyword) {
        int length = keyword.length();
        if (end - at <= length || !isSpace(text[at + length])) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (text[at + i] != keyword.charAt(i)) {
                return false;
            }
        }
        at += length;
        skipSpaces();
        return true;
    }

    private static boolean isSpace(byte character) {
        return character == ' ' || character == '\t';
    }

    private void skipSpaces() {
        while (at < end && isSpace(text[at])) {
            at++;
        }
    }

    /** Whether nothing is left but spaces. */
    public boolean isEnd() {
        skipSpaces();
        return at == end;
    }

    /** Whether a plain number stands here, with a space or the end after it; {@link #value} then is it. */
    public boolean number() {
        boolean isNegative = at < end && text[at] == '-';
        if (isNegative) {
            at++;
        }
        long digits = 0;
        int count = 0;
        int fraction = -1;
        for (; at < end; at++) {
            int digit = text[at] - '0';
            if (digit >= 0 && digit <= 9) {
                digits = 10 * digits + digit;
                count++;
                fraction += fraction >= 0 ? 1 : 0;
                if (digits > MOST_DIGITS) {
                    return false;
                }
            } else if (text[at] == '.' && fraction < 0) {
                fraction = 0;
            } else {
                break;
            }
        }
        if (count == 0 || fraction >= POWERS.length || (at < end && !isSpace(text[at]))) {
            return false;
        }
        double size = fraction > 0 ? digits / POWERS[fraction] : digits;
        value = isNegative ? -size : size;
        skipSpaces();
        return true;
    }

    /** Whether a whole number other than 0 stands here; {@link #whole} then is it. */
    public boolean index() {
        boolean isNegative = at < end && text[at] == '-';
        if (isNegative) {
            at++;
        }
        int begin = at;
        int read = 0;
        while (at < end && text[at] >= '0' && text[at] <= '9' && at - begin < 9) {
            read = 10 * read + text[at++] - '0';
        }
        whole = isNegative ? -read : read;
        return read > 0;
    }

    /** What {@link #number} has read. */
    public double value() {
        return value;
    }

    /** What {@link #index} has read. */
    public int whole() {
        return whole;
    }

    /** Takes a slash if one stands here. */
    public boolean slash() {
        if (at < end && text[at] == '/') {
            at++;
            return true;
        }
        return false;
    }

    /** Whether a word ends here; the spaces after it are taken. */
    public boolean endsWord() {
        if (at < end && !isSpace(text[at])) {
            return false;
        }
        skipSpaces();
        return true;
    }
}
