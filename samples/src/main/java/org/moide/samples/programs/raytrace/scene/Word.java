package org.moide.samples.programs.raytrace.scene;

/** A word of a file with its line and column, counted from 1. */
record Word(String text, int line, int column) {
    /**
     * Returns whether the word begins like a number of a file, valid or not. Texts such as NaN and 1d, which Java reads
     * as numbers, are none.
     */
    boolean looksLikeNumber() {
        char first = text.charAt(0);
        return first == '-' || first == '+' || first == '.' || (first >= '0' && first <= '9');
    }
}
