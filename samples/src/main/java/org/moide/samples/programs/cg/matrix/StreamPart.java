package org.moide.samples.programs.cg.matrix;

import java.io.Serializable;
import java.util.Arrays;

/**
 * What one thread has found in its part of the random numbers, without knowing where vectors begin there. It counts the
 * positions within the matrix. If a position is drawn again within a vector, it does not count for that vector; so
 * positions that were also drawn shortly before are listed.
 *
 * @param within the number of positions within the matrix
 * @param repeats the index, among these, of each position that was also drawn shortly before
 * @param distances for each of them, how many positions before it was drawn
 * @param complete false if too few numbers before the part were examined
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record StreamPart(long within, int[] repeats, int[] distances, boolean complete) implements Serializable {
    private static final long serialVersionUID = 1L;

    /**
     * The most draws of a vector, in multiples of its length. If a vector needs more, the vectors are not drawn in
     * parts.
     */
    private static final int WINDOW_VECTORS = 4;

    /**
     * The number of pairs before the part that are examined for each position of that window. At least half of all
     * positions are within the matrix.
     */
    private static final int PAIRS_BEFORE = 4;

    static int window(Pattern pattern) {
        return WINDOW_VECTORS * pattern.nonZeros();
    }

    /** Returns the first pair of one of {@code parts} parts. */
    static long firstPair(Pattern pattern, int part, int parts) {
        return pattern.pairs() * part / parts;
    }

    static StreamPart of(Pattern pattern, int part, int parts) {
        long from = firstPair(pattern, part, parts);
        long end = firstPair(pattern, part + 1, parts);
        int window = window(pattern);
        long begin = Math.max(0, from - (long) PAIRS_BEFORE * window);
        // For each position, the index of its last draw, which is initially far in the past.
        int[] last = new int[pattern.order()];
        int index = window + 1;
        Draws draws = new Draws(pattern, begin);
        for (long pair = begin; pair < from; pair++) {
            int position = draws.position();
            if (position < last.length) {
                last[position] = index++;
            }
        }
        int first = index;
        int[] repeats = new int[16];
        int[] distances = new int[16];
        int found = 0;
        for (long pair = from; pair < end; pair++) {
            int position = draws.position();
            if (position < last.length) {
                int distance = index - last[position];
                last[position] = index;
                if (distance <= window) {
                    if (found == repeats.length) {
                        repeats = Arrays.copyOf(repeats, 2 * found);
                        distances = Arrays.copyOf(distances, 2 * found);
                    }
                    repeats[found] = index - first;
                    distances[found++] = distance;
                }
                index++;
            }
        }
        boolean complete = begin == 0 || first - (window + 1) >= window;
        return new StreamPart(index - first, Arrays.copyOf(repeats, found), Arrays.copyOf(distances, found), complete);
    }
}
