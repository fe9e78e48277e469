package org.moide.samples.programs.cg.matrix;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The start of a vector in the sequence of random numbers.
 *
 * @param pairs the number of pairs that are drawn before the vector
 * @param vector the vector's number; the matrix's order if no vector follows
 */
record VectorStart(long pairs, int vector) {
    static final VectorStart FIRST = new VectorStart(0, 0);

    /**
     * Returns the first vector that begins in each part.
     *
     * @param parts all parts in their order
     * @return null if the vectors cannot be found from the parts; then they must all be drawn, beginning with the first
     *     one
     */
    static VectorStart @Nullable [] of(Pattern pattern, StreamPart[] parts) {
        if (!Arrays.stream(parts).allMatch(StreamPart::complete)) {
            return null;
        }
        long[] notCounted = notCounted(pattern, parts);
        if (notCounted == null) {
            return null;
        }
        VectorStart[] starts = new VectorStart[parts.length];
        long before = 0;
        for (int part = 0; part < parts.length; part++) {
            VectorStart start = from(pattern, part, parts.length, before, notCounted);
            if (start == null) {
                return null;
            }
            starts[part] = start;
            before += parts[part].within();
        }
        return starts;
    }

    /**
     * Returns the indexes of the positions that do not count, because their vector has them already. Whether two
     * positions belong to the same vector depends on how many positions before them did not count, so this goes through
     * the sequence from its beginning.
     */
    private static long @Nullable [] notCounted(Pattern pattern, StreamPart[] parts) {
        int most = StreamPart.window(pattern) - pattern.nonZeros();
        long[] found = new long[16];
        int count = 0;
        long first = 0;
        for (StreamPart part : parts) {
            for (int i = 0; i < part.repeats().length; i++) {
                long index = first + part.repeats()[i];
                long earlier = index - part.distances()[i];
                int before = count;
                while (before > 0 && found[before - 1] >= earlier) {
                    before--;
                }
                if ((earlier - before) / pattern.nonZeros() == (index - count) / pattern.nonZeros()) {
                    if (count == found.length) {
                        found = Arrays.copyOf(found, 2 * count);
                    }
                    found[count++] = index;
                    if (count > most && index - found[count - 1 - most] <= most + pattern.nonZeros()) {
                        return null; // the vector may be longer than the window
                    }
                }
            }
            first += part.within();
        }
        return Arrays.copyOf(found, count);
    }

    /**
     * Returns the first vector that begins in a part; null if it cannot be found from the parts.
     *
     * @param before the number of positions within the matrix before this part
     */
    private static @Nullable VectorStart from(Pattern pattern, int part, int parts, long before, long[] notCounted) {
        int at = Arrays.binarySearch(notCounted, before);
        int next = at < 0 ? -1 - at : at;
        long index = before;
        long counted = before - next;
        long pairs = StreamPart.firstPair(pattern, part, parts);
        Draws draws = new Draws(pattern, pairs);
        while (counted % pattern.nonZeros() != 0) {
            if (pairs == pattern.pairs()) {
                return null; // no part has examined the draws from here on
            }
            pairs++;
            if (draws.position() < pattern.order()) {
                if (next < notCounted.length && notCounted[next] == index) {
                    next++;
                } else {
                    counted++;
                }
                index++;
            }
        }
        return new VectorStart(pairs, (int) Math.min(pattern.order(), counted / pattern.nonZeros()));
    }
}
