package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Lines of member numbers, with comments. */
final class MemberLines {
    private MemberLines() {}

    /** A line without its comment and the spaces around. */
    static String content(String line) {
        int comment = line.indexOf('#');
        return (comment < 0 ? line : line.substring(0, comment)).strip();
    }

    /** Says which members a file misses and which it names though they are none. */
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
            // said below, as for a number below 0
        }
        throw new IllegalArgumentException(
                file + ", line " + line + ": expected members' numbers, from 0 on, found \"" + word + "\"");
    }
}
