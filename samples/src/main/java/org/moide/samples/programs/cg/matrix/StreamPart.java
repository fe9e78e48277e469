package org.moide.samples.programs.cg.matrix;

import java.io.Serializable;
import java.util.Arrays;

/**
 * What one thread has found in its part of the random numbers, without knowing where vectors begin in it. The thread
 * counts the positions that lie within the matrix. A position that is drawn a second time for the same vector does not
 * count; so the thread lists the positions that were also drawn shortly before.
 *
 * @param within the number of positions within the matrix
 * @param repeats among the positions within the matrix, the index of each one that was also drawn shortly before
 * @param distances for each of {@code repeats}, how many positions earlier it was drawn
 * @param complete false if too few numbers before the part were examined
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record StreamPart(long within, int[] repeats, int[] distances, boolean complete) implements Serializable {
    private static final long serialVersionUID = 1L;

    /**
     * The most draws that a vector may take, as a multiple of its number of elements. If a vector takes more, the
     * vectors are not drawn in parts.
     */
    private static final int WINDOW_VECTORS = 4;

    /**
     * The number of pairs that are examined before a part, for each draw that a vector may take. At least half of all
     * positions are within the matrix.
     */
    private static final int PAIRS_BEFORE = 4;

    static int window(Pattern pattern) {
        return WINDOW_VECTORS * pattern.nonZeros();
    }

    /** Returns the index of the pair with which part number {@code part} of {@code parts} begins. */
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
