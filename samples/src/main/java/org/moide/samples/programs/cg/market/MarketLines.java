package org.moide.samples.programs.cg.market;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.moide.engine.UsageException;

/**
 * The lines of a file, each as words between blanks, and errors that say where one is wrong. Keeps one line, which has a
 * limit, whatever the file's length. For one thread.
 */
final class MarketLines implements Closeable {
    /** The format's own limit; what is longer is no Matrix Market file, and nobody would want to see it in an error. */
    private static final int MOST_LETTERS = 1024;

    /** One more than any line of the format has, so that a word too many is noticed. */
    private static final int MOST_WORDS = 6;

    private static final int MOST_SHOWN = 40;

    private final String name;
    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private int bufferAt;
    private int bufferEnd;
    private final byte[] line = new byte[MOST_LETTERS];
    private int length;
    private long number;
    private final int[] begins = new int[MOST_WORDS];
    private final int[] ends = new int[MOST_WORDS];
    private int words;

    /** @param name of the file, for errors */
    MarketLines(String name, InputStream in) {
        this.name = name;
        this.in = in;
    }

    /** Goes on to the next line, whatever it is; false at the file's end. */
    boolean nextLine() throws IOException {
        length = 0;
        words = 0;
        int letter = read();
        number++;
        if (letter < 0) {
            return false;
        }
        for (; letter >= 0 && letter != '\n'; letter = read()) {
            if (length == MOST_LETTERS) {
                throw new UsageException(
                        where() + "expected a line of at most " + MOST_LETTERS + " letters, found a longer one");
            }
            line[length++] = (byte) letter;
        }
        cut();
        return true;
    }

    /** Goes on to the next line that is neither empty nor a comment; false at the file's end. */
    boolean next() throws IOException {
        while (nextLine()) {
            if (words > 0 && line[begins[0]] != '%') {
                return true;
            }
        }
        return false;
    }

    private int read() throws IOException {
        if (bufferAt == bufferEnd) {
            bufferEnd = in.read(buffer);
            bufferAt = 0;
            if (bufferEnd <= 0) {
                bufferEnd = 0;
                return -1;
            }
        }
        return buffer[bufferAt++];
    }

    private void cut() {
        int at = 0;
        while (words < MOST_WORDS) {
            while (at < length && isBlank(line[at])) {
                at++;
            }
            if (at == length) {
                return;
            }
            begins[words] = at;
            while (at < length && !isBlank(line[at])) {
                at++;
            }
            ends[words++] = at;
        }
    }

    private static boolean isBlank(byte letter) {
        return letter == ' ' || letter == '\t' || letter == '\r';
    }

    /** How many words the line has; if there are more than any line may have, some number that is too large. */
    int words() {
        return words;
    }

    /** A word in small letters. */
    String word(int index) {
        return text(index).toLowerCase(Locale.ROOT);
    }

    private String text(int index) {
        return new String(line, begins[index], ends[index] - begins[index], StandardCharsets.ISO_8859_1);
    }

    /** A whole number without a sign. */
    long whole(int index, String what, long least, long most) {
        long value = 0;
        for (int at = begins[index]; at < ends[index]; at++) {
            int digit = line[at] - '0';
            if (digit < 0 || digit > 9) {
                throw expected(what + ", a whole number from " + least + " to " + most, text(index));
            }
            value = Math.min(10 * value + digit, Long.MAX_VALUE / 100); // such a number is beyond any limit
        }
        if (value < least || value > most) {
            throw expected(what + " from " + least + " to " + most, text(index));
        }
        return value;
    }

    /** A finite number. */
    double number(int index) {
        String text = text(index);
        double value;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException notANumber) {
            throw expected("a number", text);
        }
        if (!Double.isFinite(value)) {
            throw expected("a finite number", text);
        }
        return value;
    }

    /** An error about this line, all of which was found. */
    UsageException expected(String what) {
        return expected(what, new String(line, 0, length, StandardCharsets.ISO_8859_1).strip());
    }

    private UsageException expected(String what, String found) {
        return new UsageException(where() + "expected " + what + ", found '" + shown(found) + "'");
    }

    /** An error about the file's end. */
    UsageException expectedAtEnd(String what) {
        return new UsageException(where() + "expected " + what + ", found the end of the file");
    }

    String where() {
        return name + ":" + number + ": ";
    }

    private static String shown(String text) {
        String some = text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "..." : text;
        StringBuilder plain = new StringBuilder();
        some.chars().forEach(letter -> plain.append(letter < ' ' || letter > '~' ? '?' : (char) letter));
        return plain.toString();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
