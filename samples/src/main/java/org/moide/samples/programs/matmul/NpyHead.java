package org.moide.samples.programs.matmul;

import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.engine.UsageException;
import org.moide.samples.text.Numbers;
import org.moide.samples.text.TextLines;

/**
 * The head of a file in NumPy's format: a dictionary in Python's syntax, also of Python 2, with the elements' type,
 * order and shape. Used by one thread.
 */
final class NpyHead {
    /** The types of elements that can be read, without the letter for the byte order, each with its number of bytes. */
    private static final Map<String, Integer> TYPES = Map.ofEntries(
            Map.entry("b1", 1),
            Map.entry("i1", 1),
            Map.entry("u1", 1),
            Map.entry("i2", 2),
            Map.entry("u2", 2),
            Map.entry("f2", 2),
            Map.entry("i4", 4),
            Map.entry("u4", 4),
            Map.entry("f4", 4),
            Map.entry("i8", 8),
            Map.entry("u8", 8),
            Map.entry("f8", 8));

    /** What the letters of types that cannot be read stand for, for error messages. */
    private static final Map<Character, String> OTHERS = Map.of(
            'c', "complex numbers",
            'f', "floats of another size",
            'O', "Python's objects",
            'S', "strings of bytes",
            'a', "strings of bytes",
            'U', "strings",
            'M', "dates",
            'm', "durations",
            'V', "raw bytes");

    private static final int MOST_DIMENSIONS = 32;

    private final String file;
    private final long begin;
    private final String text;
    private int at;

    private @Nullable Shape shape;
    private String type = "";
    private ByteOrder order = ByteOrder.LITTLE_ENDIAN;
    private boolean byColumns;

    private NpyHead(String file, long begin, String text) {
        this.file = file;
        this.begin = begin;
        this.text = text;
    }

    /**
     * Reads a head.
     *
     * @param file the file's name, for errors
     * @param begin the byte of the file at which the text begins
     */
    static NpyHead of(String file, long begin, String text) {
        NpyHead head = new NpyHead(file, begin, text);
        head.read();
        return head;
    }

    Shape shape() {
        Shape known = shape;
        if (known == null) {
            throw new IllegalStateException("read comes first");
        }
        return known;
    }

    /** Returns the type of the elements, without the letter for the byte order. */
    String type() {
        return type;
    }

    ByteOrder order() {
        return order;
    }

    /** Returns whether the elements are stored column by column. */
    boolean byColumns() {
        return byColumns;
    }

    int elementBytes() {
        return TYPES.getOrDefault(type, 0);
    }

    private void read() {
        Set<String> seen = new HashSet<>();
        need('{', "a dictionary {'descr': ..., 'fortran_order': ..., 'shape': ...}");
        while (!takes('}')) {
            int keyAt = at;
            String key = string("'descr', 'fortran_order' or 'shape'");
            if (!Set.of("descr", "fortran_order", "shape").contains(key) || !seen.add(key)) {
                throw wrong(keyAt, "'descr', 'fortran_order' and 'shape', each once", shown(keyAt));
            }
            need(':', "a colon");
            switch (key) {
                case "descr" -> descr();
                case "fortran_order" -> fortranOrder();
                default -> shape = readShape();
            }
            if (!takes(',')) {
                need('}', "a comma or the end of the dictionary");
                break;
            }
        }
        skipBlanks();
        if (at < text.length() || seen.size() < 3) {
            throw wrong(
                    at < text.length() ? at : 0,
                    at < text.length()
                            ? "nothing behind the dictionary"
                            : "'descr', 'fortran_order' and 'shape', each once",
                    shown(at < text.length() ? at : 0));
        }
    }

    private void descr() {
        skipBlanks();
        int from = at;
        String all = "one of <f8 <f4 <f2 <i8 <i4 <i2 |i1 <u8 <u4 <u2 |u1 |b1, or > in place of <";
        if (at < text.length() && text.charAt(at) == '[') {
            throw wrong(from, all, "a structured type, of which each element has several fields");
        }
        String described = string(all);
        char first = described.isEmpty() ? ' ' : described.charAt(0);
        type = "<>|=".indexOf(first) >= 0 ? described.substring(1) : described;
        Integer bytes = TYPES.get(type);
        if (bytes == null || (first == '|' && bytes > 1)) {
            String known = type.isEmpty() ? null : OTHERS.get(type.charAt(0));
            throw wrong(
                    from,
                    all,
                    "'" + TextLines.shown(described) + "'" + (bytes == null && known != null ? ", " + known : ""));
        }
        order = first == '>' ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    }

    private void fortranOrder() {
        skipBlanks();
        byColumns = text.startsWith("True", at);
        if (!byColumns && !text.startsWith("False", at)) {
            throw wrong(at, "True or False", shown(at));
        }
        at += byColumns ? 4 : 5;
    }

    private Shape readShape() {
        skipBlanks();
        int from = at;
        need('(', "'shape': (rows, columns)");
        int[] sizes = new int[MOST_DIMENSIONS];
        int count = 0;
        while (!takes(')')) {
            if (count == MOST_DIMENSIONS) {
                throw wrong(at, "at most " + MOST_DIMENSIONS + " sizes", shown(at));
            }
            sizes[count++] = size();
            if (!takes(',')) {
                need(')', "a comma or )");
                break;
            }
        }
        if (count != 2) {
            throw wrong(from, "'shape': (rows, columns), a matrix", shown(from));
        }
        return new Shape(sizes[0], sizes[1]);
    }

    /** Reads a whole number, which may have Python 2's suffix L. */
    private int size() {
        skipBlanks();
        int from = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        long size = Numbers.whole(text.substring(from, at));
        if (size < 1 || size > Integer.MAX_VALUE) {
            throw wrong(from, "rows and columns from 1 to " + Integer.MAX_VALUE, shown(from));
        }
        if (at < text.length() && text.charAt(at) == 'L') {
            at++;
        }
        return (int) size;
    }

    /** Reads a string in Python's syntax. The strings in such heads contain no escaped characters. */
    private String string(String what) {
        skipBlanks();
        int from = at;
        if (at < text.length() && (text.charAt(at) == 'u' || text.charAt(at) == 'b')) {
            at++;
        }
        char quote = at < text.length() ? text.charAt(at) : ' ';
        int end = quote == '\'' || quote == '"' ? text.indexOf(quote, at + 1) : -1;
        if (end < 0) {
            throw wrong(from, what, shown(from));
        }
        String string = text.substring(at + 1, end);
        at = end + 1;
        return string;
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean takes(char letter) {
        skipBlanks();
        if (at < text.length() && text.charAt(at) == letter) {
            at++;
            return true;
        }
        return false;
    }

    private void need(char letter, String what) {
        if (!takes(letter)) {
            throw wrong(at, what, shown(at));
        }
    }

    private String shown(int from) {
        return from >= text.length()
                ? "the end of the head"
                : "'" + TextLines.shown(text.substring(from).strip()) + "'";
    }

    private UsageException wrong(int place, String expected, String found) {
        return NpyFile.wrong(file, begin + place, expected, found);
    }
}
