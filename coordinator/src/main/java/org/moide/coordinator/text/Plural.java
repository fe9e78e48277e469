package org.moide.coordinator.text;

/** Formats a number of things: "1 thread", "2 threads". */
public final class Plural {
    private Plural() {}

    /** Returns the count and the word. An s is added to the word unless the count is 1. */
    public static String of(long count, String what) {
        return Figures.count(count) + " " + what + (count == 1 ? "" : "s");
    }
}
