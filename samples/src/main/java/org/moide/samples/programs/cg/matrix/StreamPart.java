package org.moide.samples.programs.cg.matrix;

import java.io.Serializable;
import java.util.Arrays;

/**
 * The findings of a thread in its part of the random numbers, without knowing where in it vectors begin. Positions
 * within the matrix are counted. A position is drawn again within a vector now and then, which does not count for that
 * vector: where it could be so, since the same one was drawn shortly before, is noted.
 *
 * @param within how many positions lie within the matrix
 * @param repeats the index, among these, of each position that was drawn shortly before
 * @param distances how many of them before
 * @param complete false if too few numbers before the part were looked at
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record StreamPart(long within, int[] repeats, int[] distances, boolean complete) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** A vector is drawn in at most so many times its length; one of which that is not true is not drawn in parts. */
    private static final int WINDOW_VECTORS = 4;

    /** The pairs before the part, for each of the window: at least half of all positions lie within the matrix. */
    private static final int PAIRS_BEFORE = 4;

    static int window(Pattern pattern) {
        return WINDOW_VECTORS * pattern.nonZeros();
    }

    /** The first pair of each of so many parts. */
    static long firstPair(Pattern pattern, int part, int parts) {
        return pattern.pairs() * part / parts;
    }

    static StreamPart of(Pattern pattern, int part, int parts) {
        long from = firstPair(pattern, part, parts);
        long end = firstPair(pattern, part + 1, parts);
        int window = window(pattern);
        long begin = Math.max(0, from - (long) PAIRS_BEFORE * window);
        // By position, when it was drawn last; as if that had been long ago.
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
