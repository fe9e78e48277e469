package org.moide.samples.programs.servers;

import java.util.Arrays;

/**
 * Determines which key each access uses. The key depends on the seed and the access, not on the number of clients. The
 * popularity of keys follows Zipf's law, and the most popular ones are in neighbouring partitions; from time to time,
 * other keys become popular. Immutable; any thread may use it.
 */
final class Accesses {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final double UNIT = 0x1.0p-53;

    private final Options options;

    /** For each rank, the fraction of all accesses that use a key of this rank or of a lower one. */
    private final double[] upTo;

    Accesses(Options options) {
        this.options = options;
        this.upTo = new double[options.keys()];
        double sum = 0.0;
        for (int rank = 0; rank < upTo.length; rank++) {
            sum += StrictMath.pow(rank + 1.0, -options.zipf());
            upTo[rank] = sum;
        }
        for (int rank = 0; rank < upTo.length; rank++) {
            upTo[rank] /= sum;
        }
    }

    Options options() {
        return options;
    }

    int key(int access) {
        double drawn = (random(access, 0) >>> 11) * UNIT;
        int found = Arrays.binarySearch(upTo, drawn);
        int rank = Math.min(upTo.length - 1, found < 0 ? -found - 1 : found + 1);
        return (int) ((rank + hottest(access)) % options.keys());
    }

    /** Returns the key that is most popular at the time of this access. */
    long hottest(int access) {
        long times = options.hotMoves() + 1L;
        long period = access * times / options.accesses();
        return period * Math.max(1, options.partitions() / times);
    }

    int partition(int access) {
        return key(access) % options.partitions();
    }

    long amount(int access) {
        return random(access, 1);
    }

    /**
     * Returns random bits, which are mixed from counters (SplitMix64). So there is no state that could differ between
     * engines.
     */
    private long random(int access, int which) {
        return mix(options.seed() + GOLDEN * (2L * access + which + 1));
    }

    static long mix(long bits) {
        long mixed = bits;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}
