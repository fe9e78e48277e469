package org.moide.commlib.system;

import java.io.IOException;
import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * Reads lines {@code name=value} in the form of Java's properties, each with its file and line number. It has no state.
 */
public final class PropertiesText {
    /**
     * The characters that may follow a backslash. Java would silently drop the backslash before any other, or read it
     * as a tab or line end.
     */
    private static final String ESCAPABLE = "\\=:#! \"'u\n";

    private PropertiesText() {}

    /**
     * The value of one line {@code name=value}.
     *
     * @param where the file and the line number
     */
    public record Line(String value, String where) {}

    /**
     * Returns the values by their names, in the order of the text.
     *
     * @param file the name of the text in errors
     * @throws IllegalArgumentException if a line cannot be read or a name occurs twice; its message has file and line
     */
    public static Map<String, Line> parse(String file, String text) {
        Map<String, Line> all = new LinkedHashMap<>();
        List<String> lines = text.lines().toList();
        int number = 0;
        while (number < lines.size()) {
            String where = file + ", line " + (number + 1);
            StringBuilder logical = new StringBuilder(lines.get(number));
            number++;
            while (isContinued(logical) && number < lines.size()) {
                logical.append('\n').append(lines.get(number));
                number++;
            }
            if (isComment(logical)) {
                continue;
            }
            requireEscapes(where, logical);
            Properties one = parsed(where, logical.toString());
            for (String name : one.stringPropertyNames()) {
                Line before = all.putIfAbsent(name, new Line(one.getProperty(name), where));
                if (before != null) {
                    throw new IllegalArgumentException(
                            "expected " + name + " once, found it in " + before.where() + " and in " + where);
                }
            }
        }
        return all;
    }

    private static boolean isComment(CharSequence line) {
        String start = line.toString().stripLeading();
        return start.startsWith("#") || start.startsWith("!");
    }

    /** Returns whether a line continues in the next one: it ends with an odd number of backslashes. */
    private static boolean isContinued(CharSequence line) {
        int last = line.length() - 1;
        if (last < 0 || line.charAt(last) != '\\') {
            return false;
        }
        int backslashes = 1;
        while (backslashes <= last && line.charAt(last - backslashes) == '\\') {
            backslashes++;
        }
        return backslashes % 2 == 1 && !isComment(line);
    }

    private static void requireEscapes(String where, CharSequence line) {
        for (int index = 0; index + 1 < line.length(); index++) {
            if (line.charAt(index) == '\\') {
                index++;
                if (ESCAPABLE.indexOf(line.charAt(index)) < 0) {
                    throw new IllegalArgumentException(
                            where + ": expected a backslash to be written twice, found '\\" + line.charAt(index) + "'");
                }
            }
        }
    }

    private static Properties parsed(String where, String line) {
        Properties one = new Properties();
        try {
            one.load(new StringReader(line));
        } catch (IOException | IllegalArgumentException malformed) {
            throw new IllegalArgumentException(where + ": expected four hexadecimal digits after \\u", malformed);
        }
        return one;
    }
}
