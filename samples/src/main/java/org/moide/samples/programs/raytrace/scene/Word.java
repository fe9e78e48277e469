package org.moide.samples.programs.raytrace.scene;

/** A word of a file, with its line and column, which are counted from 1. */
record Word(String text, int line, int column) {
    /**
     * Returns whether the word begins like a number as files have them, even if it is not a valid one. Texts such as
     * NaN and 1d, which Java reads as numbers, do not count as numbers.
     */
    boolean looksLikeNumber() {
        char first = text.charAt(0);
        return first == '-' || first == '+' || first == '.' || (first >= '0' && first <= '9');
    }
}
