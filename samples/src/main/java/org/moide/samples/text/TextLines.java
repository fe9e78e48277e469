package org.moide.samples.text;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.moide.engine.UsageException;

/**
 * Reads a text line by line; a line consists of words with blanks between them. Error messages say where the unexpected
 * content is: {@code file:line:column: expected …, found …}. Lines end with {@code \n}, {@code \r\n} or {@code \r}. A
 * byte order mark is skipped (UTF-8) or selects the encoding (UTF-16); a gzipped file is recognized by its first bytes.
 * Only one line is kept in memory, and the length of a line is limited. Used by one thread.
 *
 * <p>Every method throws {@link UsageException} with the file's name if the file cannot be read.
 */
public final class TextLines implements Closeable {
    /** The limit on the length of a line, in formats in which a line has only a few numbers. */
    public static final int SHORT_LINES = 1 << 16;

    /**
     * The most bytes of an uncompressed text. A gzipped file of some hundred MB can contain so many bytes, as empty
     * lines; a larger text is refused.
     */
    private static final long MOST_BYTES = 1L << 36;

    /** The greatest number of bytes to which one compressed byte can expand. */
    private static final long MOST_INFLATED = 1032;

    private static final int FIRST_BUFFER = 1 << 16;
    private static final int MOST_SHOWN = 40;

    private final String name;
    private final String source;
    private final InputStream in;
    private final int mostLineBytes;
    private final long mostBytes;
    private byte[] text;
    /** The number of bytes in {@link #text} that came from the file. */
    private int filled;

    private int next;
    private boolean ended;
    private boolean atEnd;
    private long left = MOST_BYTES;

    private int begin;
    private int end;
    private int at;
    private int wordBegin;
    private int wordEnd;
    private int number;
    /** The number of lines that were joined to the current one. */
    private int joined;

    private TextLines(String name, String source, InputStream packed, long packedBytes, int mostLineBytes)
            throws IOException {
        this.name = name;
        this.source = source;
        this.mostLineBytes = mostLineBytes;
        PushbackInputStream in = new PushbackInputStream(packed, FirstBytes.COUNT);
        FirstBytes first = FirstBytes.peek(in);
        boolean zipped = first.isGzip();
        this.mostBytes = Math.min(MOST_BYTES, packedBytes * (zipped ? MOST_INFLATED : 1));
        PushbackInputStream plain =
                zipped ? new PushbackInputStream(new GZIPInputStream(in, FIRST_BUFFER), FirstBytes.COUNT) : in;
        FirstBytes inside = zipped ? FirstBytes.peek(plain) : first;
        inside.requireText(source);
        this.in = inside.decoded(plain);
        this.text = new byte[FIRST_BUFFER];
    }

    /**
     * Opens a file. The first line is not read yet.
     *
     * @param option the option that names the file, for errors; empty for none
     * @param mostLineBytes the most bytes of a line; a longer one is refused
     */
    public static TextLines open(String option, Path file, int mostLineBytes) {
        String source = option.isEmpty() ? file.toString() : option + " " + file;
        try {
            if (Files.isDirectory(file)) {
                throw new UsageException(source + ": expected a file, found a folder");
            }
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                throw new UsageException(
                        source + ": expected a file, found a pipe or a device, which cannot be read a second time");
            }
            InputStream in = Files.newInputStream(file);
            try {
                return new TextLines(file.toString(), source, in, Files.size(file), mostLineBytes);
            } catch (IOException | RuntimeException failed) {
                in.close();
                throw failed;
            }
        } catch (IOException failed) {
            throw unreadable(source, failed);
        }
    }

    /**
     * Creates a reader of the bytes of a file. The first line is not read yet.
     *
     * @param name the file's name, for errors
     * @param mostLineBytes the most bytes of a line; a longer one is refused
     */
    public static TextLines of(String name, byte[] bytes, int mostLineBytes) {
        try {
            return new TextLines(name, name, new ByteArrayInputStream(bytes), bytes.length, mostLineBytes);
        } catch (IOException broken) {
            throw unreadable(name, broken);
        }
    }

    /**
     * Returns the whole text that the bytes of a file contain. Its lines are not examined.
     *
     * @param mostBytes the most bytes of the uncompressed text
     */
    public static String whole(String name, byte[] bytes, int mostBytes) {
        try (TextLines lines = of(name, bytes, SHORT_LINES)) {
            byte[] all = lines.in.readNBytes(mostBytes + 1);
            if (all.length > mostBytes) {
                throw new UsageException(name + ": expected at most " + mostBytes + " bytes of text, found more");
            }
            return decode(all, 0, all.length);
        } catch (IOException broken) {
            throw unreadable(name, broken);
        }
    }

    private static UsageException unreadable(String source, IOException failed) {
        if (failed instanceof NoSuchFileException) {
            return new UsageException(source + ": no such file");
        }
        if (failed instanceof ZipException || failed instanceof EOFException) {
            String how = failed.getMessage() == null ? "it is cut off" : failed.getMessage();
            return new UsageException(source + ": expected gzip's format, found a broken file: " + how);
        }
        if (failed instanceof AccessDeniedException) {
            return new UsageException(source + ": cannot be read: permission denied");
        }
        String reason = failed instanceof FileSystemException known ? known.getReason() : failed.getMessage();
        return new UsageException(source + ": cannot be read" + (reason == null ? "" : ": " + reason));
    }

    // --- lines ------------------------------------------------------------------------------------------------------

    /** Goes to the beginning of the next line. Returns false at the end of the file. */
    public boolean next() {
        begin = next;
        number += 1 + joined;
        joined = 0;
        findEnd(begin);
        goBack();
        atEnd = begin == filled;
        return !atEnd;
    }

    private void goBack() {
        at = begin;
        wordBegin = begin;
        wordEnd = begin;
    }

    private void findEnd(int from) {
        int look = from;
        while (true) {
            byte[] letters = text;
            int most = filled;
            while (look < most && letters[look] != '\n' && letters[look] != '\r') {
                look++;
            }
            int length = look - begin;
            if (length > mostLineBytes) {
                throw wrong("expected a line of at most " + mostLineBytes + " letters, found a longer one");
            }
            if (look < most) {
                break;
            }
            boolean more = fill();
            look = begin + length;
            if (!more) {
                break;
            }
        }
        if (look < filled && text[look] == '\r') {
            int length = look - begin;
            if (look + 1 == filled) {
                fill();
            }
            look = begin + length;
            next = look + (look + 1 < filled && text[look + 1] == '\n' ? 2 : 1);
        } else {
            next = Math.min(filled, look + 1);
        }
        end = look;
    }

    /**
     * Joins the following lines to this one, as long as the result ends with {@code letter}. A blank replaces the
     * letter and the line end. The limit for one line applies to the joined line.
     *
     * @throws UsageException if there are other characters directly before and after the letter and the line end, so
     *     that it is unclear whether they are one word
     */
    public void joinAfter(char letter) {
        int last = lastLetter(begin);
        while (last >= begin && text[last] == letter) {
            boolean apart = last == begin || isBlank(text[last - 1]);
            text[last] = ' ';
            int length = next - begin;
            findEnd(next);
            joined++;
            int met = begin + length;
            if (!apart && met < end && !isBlank(text[met])) {
                throw wrong("expected a blank before " + letter + " or where the next line begins, found neither");
            }
            last = lastLetter(met);
        }
        goBack();
    }

    /**
     * Returns the index of the line's last character that is not a blank; {@code from} − 1 if there is none from {@code
     * from} on.
     */
    private int lastLetter(int from) {
        int last = end - 1;
        while (last >= from && isBlank(text[last])) {
            last--;
        }
        return last;
    }

    /** Removes this character and everything after it from the line. */
    public void cutAt(char letter) {
        int cut = begin;
        while (cut < end && text[cut] != letter) {
            cut++;
        }
        end = cut;
    }

    /**
     * Moves the rest of the line to the front of the buffer and reads more after it. Returns whether anything was read.
     */
    private boolean fill() {
        if (ended) {
            return false;
        }
        System.arraycopy(text, begin, text, 0, filled - begin);
        filled -= begin;
        begin = 0;
        if (filled == text.length) {
            text = Arrays.copyOf(text, (int) Math.min(Integer.MAX_VALUE - 8, 2L * filled));
        }
        try {
            int read = in.read(text, filled, text.length - filled);
            ended = read <= 0;
            filled += Math.max(0, read);
            left -= Math.max(0, read);
        } catch (IOException failed) {
            throw unreadable(source, failed);
        }
        if (left < 0) {
            throw wrong("expected at most " + MOST_BYTES + " bytes of text, found more");
        }
        return !ended;
    }

    /**
     * Returns an upper bound for the number of bytes of the whole text, from the length of the file. If a file claims
     * to have more content, it is wrong.
     */
    public long mostBytes() {
        return mostBytes;
    }

    /** Returns the number of the current line, from 1. */
    public int number() {
        return number;
    }

    /** Returns the whole current line, decoded as UTF-8, or as Latin-1 if it is not UTF-8. */
    public String line() {
        return decode(text, begin, end);
    }

    private static String decode(byte[] text, int from, int to) {
        boolean ascii = true;
        for (int at = from; at < to && ascii; at++) {
            ascii = text[at] >= 0;
        }
        if (!ascii) {
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(text, from, to - from))
                        .toString();
            } catch (CharacterCodingException otherEncoding) {
                // then it is Latin-1, which has a character for each byte
            }
        }
        return new String(text, from, to - from, StandardCharsets.ISO_8859_1);
    }

    // --- words ------------------------------------------------------------------------------------------------------

    private static boolean isBlank(byte letter) {
        return letter == ' ' || (letter >= '\t' && letter <= '\r');
    }

    /** Returns whether the line has another word. */
    public boolean hasMore() {
        while (at < end && isBlank(text[at])) {
            at++;
        }
        return at < end;
    }

    /** Takes the line's next word: it becomes the last word taken. Returns false if there is none. */
    public boolean take() {
        boolean more = hasMore();
        wordBegin = at;
        while (at < end && !isBlank(text[at])) {
            at++;
        }
        wordEnd = at;
        return more;
    }

    /**
     * Goes to the beginning of the line's next word. After that, parts of the word may be taken.
     *
     * @param comment the character that begins a comment, which is skipped
     * @return whether there is such a word
     */
    public boolean begins(char comment) {
        boolean more = hasMore() && text[at] != comment;
        at = more ? at : end;
        wordBegin = at;
        wordEnd = at;
        return more;
    }

    /**
     * Throws an exception if the line has another word that is not a comment.
     *
     * @param after what comes before the end, for the message
     * @param comment the character that begins a comment
     */
    public void requireEnd(String after, char comment) {
        if (begins(comment)) {
            requireEnd(after);
        }
    }

    /** Takes the line's next word. Throws an exception with {@code what} as the expected content if there is none. */
    public String take(String what) {
        if (!take()) {
            throw expected(what);
        }
        return word();
    }

    /**
     * Takes everything up to the next {@code separator}, or to the end of the line, as one word without the blanks
     * around it.
     *
     * @return whether the word ends at a separator, which is skipped
     */
    public boolean takeUntil(char separator) {
        hasMore();
        wordBegin = at;
        while (at < end && text[at] != separator) {
            at++;
        }
        wordEnd = at;
        while (wordEnd > wordBegin && isBlank(text[wordEnd - 1])) {
            wordEnd--;
        }
        if (at < end) {
            at++;
            return true;
        }
        return false;
    }

    /** Takes the rest of the line as one word, without blanks around it; empty if nothing is left. */
    public String rest() {
        hasMore();
        wordBegin = at;
        at = end;
        wordEnd = end;
        while (wordEnd > wordBegin && isBlank(text[wordEnd - 1])) {
            wordEnd--;
        }
        return word();
    }

    /** Takes, as one word, the whole word of which parts were taken since the last call of {@link #begins}. */
    public void retake() {
        putBack();
        take();
    }

    /** Goes back to the beginning of the last word that was taken. */
    public void putBack() {
        at = wordBegin;
    }

    /** Returns the last word that was taken, decoded as UTF-8, or as Latin-1 if it is not UTF-8. */
    public String word() {
        return decode(text, wordBegin, wordEnd);
    }

    /** Returns the last word that was taken, in lower case. */
    public String lowerWord() {
        return word().toLowerCase(Locale.ROOT);
    }

    /** Returns whether the last word that was taken is this ASCII text. */
    public boolean isWord(String text) {
        int length = text.length();
        if (wordEnd - wordBegin != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (this.text[wordBegin + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the last word that was taken begins with this character. */
    public boolean wordBegins(char letter) {
        return wordBegin < wordEnd && text[wordBegin] == letter;
    }

    // --- numbers ----------------------------------------------------------------------------------------------------

    /** Takes the next word, which must be a finite number. */
    public double number(String what) {
        return number(what, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    /** Takes the next word, which must be a finite number from {@code least} to {@code most}. */
    public double number(String what, double least, double most) {
        double plain = takePlain();
        if (plain >= least && plain <= most) {
            return plain;
        }
        if (!Double.isNaN(plain)) {
            putBack();
        }
        take();
        return wordAsNumber(what, least, most, false);
    }

    /**
     * Takes the next word in one pass, if it is a simple number: some digits, with or without a decimal point. If it is
     * not, returns NaN and takes nothing.
     */
    private double takePlain() {
        hasMore();
        byte[] letters = text;
        int look = at;
        boolean isNegative = look < end && letters[look] == '-';
        look += isNegative ? 1 : 0;
        int first = look;
        int point = -1;
        long digits = 0;
        for (; look < end; look++) {
            int digit = letters[look] - '0';
            if (digit >= 0 && digit <= 9) {
                digits = 10 * digits + digit;
            } else if (digit == '.' - '0' && point < 0) {
                point = look;
            } else {
                break;
            }
        }
        int count = look - first - (point < 0 ? 0 : 1);
        if (count == 0 || count > Numbers.PLAIN_DIGITS || !isBlankOrEnd(look)) {
            return Double.NaN;
        }
        wordBegin = at;
        wordEnd = look;
        at = look;
        double size = point < 0 ? digits : Numbers.plain(digits, look - point - 1);
        return isNegative ? -size : size;
    }

    private boolean isBlankOrEnd(int place) {
        return place == end || isBlank(text[place]);
    }

    /** Takes the next word, which must be a finite number. As in Fortran, {@code D} may begin its exponent. */
    public double fortranNumber(String what) {
        take();
        return wordAsNumber(what, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, true);
    }

    /** Returns the last word that was taken, which must be a finite number. */
    public double wordAsNumber(String what, double least, double most, boolean fortran) {
        double value = Numbers.decimal(text, wordBegin, wordEnd, fortran);
        if (!(value >= least && value <= most && Math.abs(value) <= Double.MAX_VALUE)) {
            throw expected(what + ", a" + (Double.isInfinite(value) ? " finite" : "") + " number" + range(least, most));
        }
        return value;
    }

    private static String range(double least, double most) {
        if (least == Double.NEGATIVE_INFINITY) {
            return most == Double.POSITIVE_INFINITY ? "" : " of at most " + plain(most);
        }
        return most == Double.POSITIVE_INFINITY
                ? " of at least " + plain(least)
                : " from " + plain(least) + " to " + plain(most);
    }

    private static String plain(double bound) {
        return bound == Math.rint(bound) && Math.abs(bound) < 1e15 ? Long.toString((long) bound) : "" + bound;
    }

    /** Takes the next word, which must be a whole number from {@code least} to {@code most}, within ±10^17. */
    public long whole(String what, long least, long most) {
        take();
        return wordAsWhole(what, least, most);
    }

    /**
     * Returns the last word that was taken, which must be a whole number from {@code least} to {@code most}, within
     * ±10^17.
     */
    public long wordAsWhole(String what, long least, long most) {
        long value = Numbers.whole(text, wordBegin, wordEnd);
        if (value < least || value > most) { // NONE is less than any least
            throw expected(what + ", a whole number from " + least + " to " + most);
        }
        return value;
    }

    /**
     * Takes a whole number at the current place, with or without a sign; returns {@link Numbers#NONE} if there is none.
     */
    public long takeWhole() {
        int look = at;
        boolean isNegative = look < end && text[look] == '-';
        look += isNegative || (look < end && text[look] == '+') ? 1 : 0;
        int first = look;
        long value = 0;
        for (; look < end; look++) {
            int digit = text[look] - '0';
            if (digit < 0 || digit > 9) {
                break;
            }
            value = Math.min(10 * value + digit, Numbers.MOST_WHOLE);
        }
        if (look == first) {
            return Numbers.NONE;
        }
        at = look;
        return isNegative ? -value : value;
    }

    /** Takes the character at the current place, if it is {@code letter}. Returns whether it is. */
    public boolean takeLetter(char letter) {
        if (at < end && text[at] == letter) {
            at++;
            return true;
        }
        return false;
    }

    /** Takes the line's next character that is not a blank, as a word. Returns false if there is none. */
    public boolean takeLetter() {
        boolean more = hasMore();
        wordBegin = at;
        at += more ? 1 : 0;
        while (at < end && (text[at] & 0xC0) == 0x80) { // a letter of several bytes
            at++;
        }
        wordEnd = at;
        return more;
    }

    /** Returns the first character of the last word that was taken, if it is ASCII; otherwise a number below 0. */
    public int letter() {
        return text[wordBegin];
    }

    /** Returns whether a word ends at the current place. */
    public boolean isWordsEnd() {
        return isBlankOrEnd(at);
    }

    // --- errors -----------------------------------------------------------------------------------------------------

    /**
     * Throws an exception if the line has another word.
     *
     * @param after what comes before the end, for the message
     */
    public void requireEnd(String after) {
        if (take()) {
            throw expected("the end of the line after " + after);
        }
    }

    /**
     * Makes the exception for unexpected content, which is the last word that was taken, or the end of the line or
     * file.
     *
     * @param what the content that was expected
     */
    public UsageException expected(String what) {
        if (atEnd) {
            return wrong("expected " + what + ", found the end of the file");
        }
        return new UsageException(where(wordBegin) + "expected " + what + ", found "
                + (wordEnd > wordBegin ? "'" + shown(word()) + "'" : hasMore() ? "nothing" : "the end of the line"));
    }

    /** Makes the exception for an unexpected line, or for an unexpected end of the file. */
    public UsageException expectedLine(String what) {
        return wrong(
                "expected " + what + ", found " + (atEnd ? "the end of the file" : "'" + shown(line().strip()) + "'"));
    }

    /** Makes the exception for an error in the current line. */
    public UsageException wrong(String problem) {
        return wrong(number, problem);
    }

    /** Makes the exception for an error in an earlier line. */
    public UsageException wrong(int line, String problem) {
        return new UsageException(name + ":" + line + ": " + problem);
    }

    /** Makes the exception for an error in the last word that was taken. */
    public UsageException wrongWord(String problem) {
        return new UsageException(where(wordBegin) + problem);
    }

    private String where(int place) {
        int column = 1;
        int line = number;
        for (int i = begin; i < place; i++) {
            column += (text[i] & 0xC0) == 0x80 ? 0 : 1; // counts characters, not bytes
            if (text[i] == '\n' || (text[i] == '\r' && i + 1 < end && text[i + 1] != '\n')) {
                line++;
                column = 1;
            }
        }
        return name + ":" + line + ":" + column + ": ";
    }

    /** Returns the beginning of a text from a file, in a form that is safe for a terminal. */
    public static String shown(String found) {
        int most = found.codePointCount(0, found.length()) > MOST_SHOWN
                ? found.offsetByCodePoints(0, MOST_SHOWN)
                : found.length();
        return plain(found.substring(0, most)) + (most < found.length() ? "..." : "");
    }

    /** Returns a whole text, in a form that is safe for a terminal. */
    public static String plain(String found) {
        StringBuilder plain = new StringBuilder();
        found.codePoints()
                .forEach(letter -> plain.appendCodePoint(
                        switch (Character.getType(letter)) {
                            case Character.CONTROL,
                                    Character.FORMAT,
                                    Character.SURROGATE,
                                    Character.PRIVATE_USE,
                                    Character.UNASSIGNED,
                                    Character.LINE_SEPARATOR,
                                    Character.PARAGRAPH_SEPARATOR -> '?';
                            default -> letter;
                        }));
        return plain.toString();
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException failed) {
            throw unreadable(source, failed);
        }
    }
}
