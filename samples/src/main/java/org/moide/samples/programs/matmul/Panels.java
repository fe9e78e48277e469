package org.moide.samples.programs.matmul;

/**
 * Arrays that begin where a line of the cache does. The loop in {@link Blocks} does up to eight columns one by one
 * until it is at the beginning of a line, and as many at the end, which costs a fifth; of an array that begins with a
 * line it is one column. Where an array is cannot be asked, but the loop tells by how long it takes. Arrays of whole
 * lines that are made one after the other begin at the same place within a line until the thread gets room elsewhere:
 * so they are made in runs, and a run that is slow is made once more, a little further on. The collector moves them, so
 * they are looked at again before they are used again. One thread at a time.
 */
final class Panels {
    /** Arrays of a run, for which the loop runs once: they fit into the first cache. */
    private static final int RUN = 8;

    private static final int FOUR = 4;

    /** Places within a line where an array can begin. */
    private static final int PLACES = 8;

    /**
     * Runs that are looked at before any is kept, to know how long good ones take; after so many this code is compiled,
     * too.
     */
    private static final int LOOKS = 8 * PLACES;

    /** A look is the best of so many turns, each of so many rounds of 0.1 µs: one at least should not be disturbed. */
    private static final int TURNS = 3;

    private static final int ROUNDS = 30;

    /** The time that a good one may take, in times of the best: others take 15% more and above. */
    private static final double GOOD = 1.07;

    /** The most tries: one that is made so often is as good as it gets. */
    private static final int MOST_TRIES = 2 * PLACES;

    /**
     * The bytes of a shift: with its 16 bytes in front no multiple of a line, so after eight of these each place has
     * been tried.
     */
    private static final int SHIFT_BYTES = 8;

    private final double[][] arrays;
    private final int length;
    private final int end;
    private final double[] factors = new double[FOUR * FOUR];
    private long least = Long.MAX_VALUE;

    @SuppressWarnings("unused") // so that it is made
    private byte[] shift = {};

    /**
     * Makes arrays of zeros.
     *
     * @param count how many there are at least
     * @param length of each; with 16 bytes more they take whole lines
     * @param end as the loop will be told
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
     * Makes those anew, as zeros, that do not begin with a line; what is in the others stays. Takes a millisecond or
     * two.
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
                least = best; // of all places: the machine has become slower
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

    /** Measures what the loop takes in a run of these arrays. */
    private long nanos(int from) {
        long best = Long.MAX_VALUE;
        for (int turn = 0; turn < TURNS; turn++) {
            best = Math.min(best, turn(from));
        }
        return best;
    }

    /** Runs the loop; all factors are 0, so nothing changes. */
    private long turn(int from) {
        long begin = System.nanoTime();
        for (int round = 0; round < ROUNDS; round++) {
            Blocks.addFour(arrays, end, from, from + FOUR, factors, 0, FOUR);
        }
        return System.nanoTime() - begin;
    }
}
