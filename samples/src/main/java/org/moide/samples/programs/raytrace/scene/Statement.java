package org.moide.samples.programs.raytrace.scene;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.moide.engine.UsageException;
import org.moide.samples.text.Numbers;
import org.moide.samples.text.TextLines;

/**
 * One statement of a file: a line and the indented lines after it. Its words are taken one after the other. Every error
 * message has the position of a word.
 */
public final class Statement {
    private static final int MOST_LISTED = 20;

    private final String file;
    private final List<Word> words;
    private final Set<String> attributes = new HashSet<>();
    private int next = 1;

    private Statement(String file, List<Word> words) {
        this.file = file;
        this.words = words;
    }

    /** Splits a text into statements. {@code #} begins a comment. */
    public static List<Statement> split(String file, String text) {
        List<Statement> statements = new ArrayList<>();
        List<Word> words = new ArrayList<>();
        int lineNumber = 0;
        for (String line : text.lines().toList()) {
            lineNumber++;
            List<Word> found = wordsOf(line, lineNumber);
            if (found.isEmpty()) {
                continue;
            }
            if (found.get(0).column() == 1 && !words.isEmpty()) {
                statements.add(new Statement(file, words));
                words = new ArrayList<>();
            }
            if (found.get(0).column() > 1 && words.isEmpty()) {
                throw wrong(
                        file,
                        lineNumber,
                        found.get(0).column(),
                        "expected a statement in column 1 (indented lines go on with the one above), found '"
                                + TextLines.shown(found.get(0).text()) + "'");
            }
            words.addAll(found);
        }
        if (!words.isEmpty()) {
            statements.add(new Statement(file, words));
        }
        return statements;
    }

    /** Returns the words of one line. There are none if the line is empty. */
    private static List<Word> wordsOf(String line, int lineNumber) {
        List<Word> words = new ArrayList<>();
        int at = 0;
        while (at < line.length() && line.charAt(at) != '#') {
            if (Character.isWhitespace(line.charAt(at))) {
                at++;
                continue;
            }
            int start = at;
            while (at < line.length() && !Character.isWhitespace(line.charAt(at))) {
                at++;
            }
            words.add(new Word(line.substring(start, at), lineNumber, start + 1));
        }
        return words;
    }

    /** Returns the first word of the statement. */
    public String keyword() {
        return words.get(0).text();
    }

    public boolean hasMore() {
        return next < words.size();
    }

    /** Returns the number of words that were not taken yet. */
    int left() {
        return words.size() - next;
    }

    /** Takes the next word if it is {@code text}. Returns whether it is. */
    boolean accept(String text) {
        if (hasMore() && words.get(next).text().equals(text)) {
            next++;
            return true;
        }
        return false;
    }

    /** Returns the next word without taking it; empty at the end. */
    String peek() {
        return hasMore() ? words.get(next).text() : "";
    }

    boolean nextIsNumber() {
        return hasMore() && words.get(next).looksLikeNumber();
    }

    /** Takes the next word, whatever it is. */
    public String word(String expected) {
        return take(expected).text();
    }

    /** Takes the next word as the name of an attribute, which may occur only once in a statement. */
    public String attribute(Collection<String> known) {
        Word word = take("one of " + String.join(" ", known));
        String name = word.text();
        if (!known.contains(name)) {
            throw unknown("attribute of '" + keyword() + "'", known);
        }
        if (!attributes.add(name)) {
            throw at(word, "expected '" + name + "' once in a statement, found it again");
        }
        return name;
    }

    /** Returns whether this attribute has been taken from the statement. */
    public boolean has(String attribute) {
        return attributes.contains(attribute);
    }

    public double number(String what) {
        return number(what, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    /** Takes a finite number from {@code least} to {@code most}. */
    public double number(String what, double least, double most) {
        Word word = take("a number for " + what);
        double value = Numbers.decimal(word.text());
        if (!Double.isFinite(value)) {
            throw at(word, "expected a number for " + what + ", found '" + TextLines.shown(word.text()) + "'");
        }
        if (value < least || value > most) {
            throw at(word, "expected " + range(what, least, most) + ", found " + TextLines.shown(word.text()));
        }
        return value;
    }

    /** Takes a finite number above 0. */
    public double positive(String what) {
        double value = number(what);
        if (value <= 0) {
            throw atLast("expected a number above 0 for " + what + ", found "
                    + TextLines.shown(words.get(next - 1).text()));
        }
        return value;
    }

    public int integer(String what, int least, int most) {
        Word word = take("a whole number for " + what);
        long value = Numbers.whole(word.text());
        if (value == Numbers.NONE) {
            throw at(
                    word,
                    "expected a whole number from " + least + " to " + most + " for " + what + ", found '"
                            + TextLines.shown(word.text()) + "'");
        }
        if (value < least || value > most) {
            throw at(
                    word,
                    "expected " + least + " to " + most + " for " + what + ", found " + TextLines.shown(word.text()));
        }
        return (int) value;
    }

    public Vector3 vector(String what) {
        return new Vector3(number(what + " (x)"), number(what + " (y)"), number(what + " (z)"));
    }

    /** Takes a vector that is not zero, and returns it with length 1. */
    Vector3 direction(String what) {
        Vector3 vector = vector(what);
        if (vector.length() == 0) {
            throw atLast("expected a direction for " + what + ", found 0 0 0");
        }
        return vector.unit();
    }

    /**
     * Takes a colour: {@code #rrggbb}, one number for a grey, or three numbers. Each number is from 0 to {@code most}.
     */
    public Colour colour(String what, double most) {
        Word word = take("a colour for " + what);
        if (hexadecimal(word.text())) {
            int bits = Integer.parseInt(word.text().substring(1), 16);
            return Colour.ofScreen((bits >> 16) / 255.0, (bits >> 8 & 255) / 255.0, (bits & 255) / 255.0);
        }
        if (!word.looksLikeNumber()) {
            throw at(
                    word,
                    "expected a colour for " + what + " (one number, three numbers, or $rrggbb), found '"
                            + TextLines.shown(word.text()) + "'");
        }
        next--;
        double red = number(what, 0, most);
        if (!nextIsNumber()) {
            return Colour.grey(red);
        }
        return new Colour(red, number(what + " (green)", 0, most), number(what + " (blue)", 0, most));
    }

    private static boolean hexadecimal(String text) {
        return text.matches("\\$[0-9a-fA-F]{6}");
    }

    /** Checks that all words of the statement have been taken. */
    public void end() {
        if (hasMore()) {
            Word word = words.get(next);
            throw at(word, "expected the end of '" + keyword() + "', found '" + TextLines.shown(word.text()) + "'");
        }
    }

    /**
     * Makes the exception for the word that was taken last, which is none of the known ones.
     *
     * @param kind what the word should have been
     */
    public UsageException unknown(String kind, Collection<String> known) {
        String found = words.get(next - 1).text();
        String nearest = Nearest.to(found, known);
        return atLast("unknown " + kind + " '" + TextLines.shown(found) + "'"
                + (nearest.isEmpty() ? "" : "; did you mean '" + TextLines.shown(nearest) + "'?") + " (known: "
                + list(known) + ")");
    }

    /** Returns names as a text for a message: only the first ones, since a file may have thousands. */
    static String list(Collection<String> names) {
        StringBuilder list = new StringBuilder();
        names.stream()
                .limit(MOST_LISTED)
                .forEach(name -> list.append(list.isEmpty() ? "" : " ").append(TextLines.shown(name)));
        return names.isEmpty() ? "none yet" : list + (names.size() > MOST_LISTED ? " ..." : "");
    }

    public UsageException atLast(String problem) {
        return at(words.get(next - 1), problem);
    }

    public UsageException atKeyword(String problem) {
        return at(words.get(0), problem);
    }

    private Word take(String expected) {
        if (!hasMore()) {
            Word last = words.get(words.size() - 1);
            throw wrong(
                    file,
                    last.line(),
                    last.column() + last.text().length(),
                    "expected " + expected + ", found the end of '" + keyword() + "'");
        }
        return words.get(next++);
    }

    private UsageException at(Word word, String problem) {
        return wrong(file, word.line(), word.column(), problem);
    }

    /** Makes an exception whose message names a position in a file. */
    public static UsageException wrong(String file, int line, int column, String problem) {
        return new UsageException(file + ":" + line + ":" + column + ": " + problem);
    }

    private static String range(String what, double least, double most) {
        if (most == Double.POSITIVE_INFINITY) {
            return "a number of at least " + least + " for " + what;
        }
        return "a number from " + least + " to " + most + " for " + what;
    }

    @Override
    public String toString() {
        return Arrays.toString(words.stream().map(Word::text).toArray());
    }
}
