package org.moide.samples.programs.matmul;

/**
 * Allocates arrays whose elements begin at the start of a cache line. The loop in {@link Blocks} handles up to eight
 * columns one by one until it reaches the start of a cache line, and as many at its end. That costs a fifth of the
 * time; with an aligned array it is only one column. An array's address cannot be read, but the loop's time shows the
 * alignment. Arrays of whole lines that are allocated one after the other have the same alignment until the thread gets
 * new memory elsewhere. So arrays are allocated in groups, and a slow group is allocated again with a small shift. The
 * garbage collector moves arrays, so they are checked again before each reuse. Used by one thread at a time.
 */
final class Panels {
    /**
     * The number of arrays in a group. To measure a group, the loop runs over its arrays, which fit into the
     * first-level cache together.
     */
    private static final int RUN = 8;

    private static final int FOUR = 4;

    /** The number of possible alignments of an array within a cache line. */
    private static final int PLACES = 8;

    /**
     * The number of groups that are measured at first, before any is kept. Their best time is that of an aligned group.
     * After so many measurements, the code is compiled as well.
     */
    private static final int LOOKS = 8 * PLACES;

    /**
     * The number of turns in a measurement. Each turn has many rounds of 0.1 µs; the best turn counts, since at least
     * one of them should be undisturbed.
     */
    private static final int TURNS = 3;

    private static final int ROUNDS = 30;

    /**
     * The longest time that a group may take and still count as aligned, as a multiple of the best time. Groups that
     * are not aligned take at least 15% more.
     */
    private static final double GOOD = 1.07;

    /** The most times that a group is allocated; then the last one is kept. */
    private static final int MOST_TRIES = 2 * PLACES;

    /**
     * The length of an array that is allocated only to shift the next group. With its header of 16 bytes, the array is
     * not a multiple of a cache line, so up to eight of them reach each alignment.
     */
    private static final int SHIFT_BYTES = 8;

    private final double[][] arrays;
    private final int length;
    private final int end;
    private final double[] factors = new double[FOUR * FOUR];
    private long least = Long.MAX_VALUE;

    @SuppressWarnings("unused") // a field, so that the JVM allocates it
    private byte[] shift = {};

    /**
     * Allocates arrays of zeros.
     *
     * @param count the least number of arrays
     * @param length the length of each array, such that with a header of 16 bytes it takes whole cache lines
     * @param end the index at which the loop will end
     */
    Panels(int count, int length, int end) {
        this.arrays = new double[(count + RUN - 1) / RUN * RUN][];
        this.length = length;
        this.end = end;
        for (int from = 0; from < arrays.length; from += RUN) {
            make(from);
        }
    }

    double[][] arrays() {
        return arrays;
    }

    /**
     * Checks the alignment of all arrays, and allocates those again that are not aligned any more; these then contain
     * zeros. The others keep their content. Takes a millisecond or two.
     */
    void align() {
        boolean isNew = least == Long.MAX_VALUE;
        for (int look = 0; isNew && look < LOOKS; look++) {
            least = Math.min(least, nanos(0));
            makeFurtherOn(0);
        }
        for (int from = 0; from < arrays.length; from += RUN) {
            align(from);
        }
    }

    private void align(int from) {
        long nanos = nanos(from);
        long best = nanos;
        for (int tries = 1; nanos > GOOD * (double) least && tries < MOST_TRIES; tries++) {
            if (tries == PLACES) {
                least = best; // no alignment is as fast as before: the machine has become slower
            }
            makeFurtherOn(from);
            nanos = nanos(from);
            best = Math.min(best, nanos);
        }
        least = Math.min(least, best);
    }

    private void make(int from) {
        for (int index = 0; index < RUN; index++) {
            arrays[from + index] = new double[length];
        }
    }

    private void makeFurtherOn(int from) {
        shift = new byte[SHIFT_BYTES];
        make(from);
    }

    /** Measures the loop on a group of these arrays. */
    private long nanos(int from) {
        long best = Long.MAX_VALUE;
        for (int turn = 0; turn < TURNS; turn++) {
            best = Math.min(best, turn(from));
        }
        return best;
    }

    /** Runs the loop on a group, with factors of 0, so that nothing changes. Returns its time. */
    private long turn(int from) {
        long begin = System.nanoTime();
        for (int round = 0; round < ROUNDS; round++) {
            Blocks.addFour(arrays, end, from, from + FOUR, factors, 0, FOUR);
        }
        return System.nanoTime() - begin;
    }
}
