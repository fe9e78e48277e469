package org.moide.samples.programs.raytrace.scene;

/** One word of a file and where it stands, from 1. */
record Word(String text, int line, int column) {
    /** Whether it looks like a number, right or not: only then is it one, as NaN and 1d are in Java. */
    boolean looksLikeNumber() {
        char first = text.charAt(0);
        return first == '-' || first == '+' || first == '.' || (first >= '0' && first <= '9');
    }
}
