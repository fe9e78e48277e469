package org.moide.coordinator.text;

/** A number of things: 1 thread, 2 threads. */
public final class Plural {
    private Plural() {}

    /** Returns the count and the word, which takes an s unless there is one. */
    public static String of(long count, String what) {
        return Figures.count(count) + " " + what + (count == 1 ? "" : "s");
    }
}
