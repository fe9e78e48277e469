package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Helpers to read files whose lines have members' numbers and comments. */
final class MemberLines {
    private MemberLines() {}

    /** Returns a line of a file without its comment and surrounding spaces. */
    static String content(String line) {
        int comment = line.indexOf('#');
        return (comment < 0 ? line : line.substring(0, comment)).strip();
    }

    /**
     * Returns the end of an error message: the members that a file does not name, and the unknown ones that it names.
     */
    static String found(Collection<Integer> missing, Collection<Integer> strangers) {
        return " found"
                + (missing.isEmpty() ? "" : " none with " + missing)
                + (strangers.isEmpty() ? "" : (missing.isEmpty() ? "" : ", and") + " no member " + strangers);
    }

    static List<Integer> numbers(String content, String file, int line) {
        List<Integer> numbers = new ArrayList<>();
        if (content.isEmpty()) {
            return numbers;
        }
        for (String word : content.split("[\\s,]+", -1)) {
            numbers.add(number(word, file, line));
        }
        return numbers;
    }

    static int number(String word, String file, int line) {
        try {
            int number = Integer.parseInt(word.strip());
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below, like a negative number
        }
        throw new IllegalArgumentException(
                file + ", line " + line + ": expected members' numbers, from 0 on, found \"" + word + "\"");
    }
}
