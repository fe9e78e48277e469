package org.moide.balance.strategy;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A strategy's parameters, as read from a properties file: each is asked for once, and what is left over is an error. */
final class Parameters {
    private static final double NANOS_PER_MILLI = 1e6;

    /** A day in milliseconds: longer is a slip of the pen, and far from any overflow. */
    private static final double LONGEST_MILLIS = 86_400_000;

    private final String strategy;
    private final Map<String, String> unread;
    private final TreeSet<String> known = new TreeSet<>();

    Parameters(String strategy, Map<String, String> given) {
        this.strategy = strategy;
        this.unread = new TreeMap<>(given);
    }

    /** A whole number from 1 on. */
    long number(String name, long otherwise) {
        String text = read(name);
        if (text == null) {
            return otherwise;
        }
        try {
            long value = Long.parseLong(text.strip());
            if (value >= 1) {
                return value;
            }
        } catch (NumberFormatException e) {
            // said below, as for a number that is too small
        }
        throw bad(name, "a whole number from 1 on", text);
    }

    /** Milliseconds above 0, decimals allowed. */
    long nanos(String name, double otherwiseMillis) {
        String text = read(name);
        if (text == null) {
            return (long) (otherwiseMillis * NANOS_PER_MILLI);
        }
        try {
            double millis = Double.parseDouble(text.strip());
            if (millis > 0 && millis <= LONGEST_MILLIS) {
                return Math.max(1, (long) (millis * NANOS_PER_MILLI));
            }
        } catch (NumberFormatException e) {
            // said below, as for a number out of range
        }
        throw bad(name, "milliseconds above 0 and up to a day", text);
    }

    boolean flag(String name, boolean otherwise) {
        String text = read(name);
        if (text == null) {
            return otherwise;
        }
        return switch (text.strip()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw bad(name, "true or false", text);
        };
    }

    /** Throws if something was given that nobody asked for. */
    void requireAllRead() {
        for (String name : unread.keySet()) {
            throw new IllegalArgumentException("strategy " + strategy + " has no parameter \"" + name + "\""
                    + (known.isEmpty() ? ": it takes none" : NearestNames.hint(name, known)));
        }
    }

    private @Nullable String read(String name) {
        known.add(name);
        return unread.remove(name);
    }

    private IllegalArgumentException bad(String name, String expected, String found) {
        return new IllegalArgumentException(
                "strategy " + strategy + ": expected " + name + " to be " + expected + ", found \"" + found + "\"");
    }
}
