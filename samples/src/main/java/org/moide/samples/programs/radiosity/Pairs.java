package org.moide.samples.programs.radiosity;

import java.util.Arrays;

/**
 * The findings about pairs of elements in a pass, so that each is found out once for both ways. Any thread; in stripes,
 * each with a lock of its own. What does not fit is forgotten, and found out again.
 */
final class Pairs {
    private static final int STRIPES = 64;
    /** The most pairs in each stripe; with 64 of them 2 million pairs, 60 MB. */
    private static final int MOST = 1 << 16;

    private final Stripe[] stripes = new Stripe[STRIPES];

    /** The knowledge about a pair. One thread. */
    static final class Known {
        double exchange;
        float seen;
    }

    private static final class Stripe {
        private long[] ones = new long[64];
        private long[] others = new long[64];
        private double[] exchanges = new double[64];
        private float[] seen = new float[64];
        private int count;

        synchronized boolean find(long one, long other, int hash, Known into) {
            int at = place(one, other, hash);
            if (others[at] == 0) {
                return false;
            }
            into.exchange = exchanges[at];
            into.seen = seen[at];
            return true;
        }

        /**
         * The place where a pair is or would be. A pair's other is never 0: that is the first surface, and always the
         * one.
         */
        private int place(long one, long other, int hash) {
            int mask = ones.length - 1;
            int at = hash & mask;
            while (others[at] != 0 && (ones[at] != one || others[at] != other)) {
                at = at + 1 & mask;
            }
            return at;
        }

        synchronized void put(long one, long other, int hash, Known known) {
            if (2 * count >= ones.length) {
                if (ones.length == 2 * MOST) {
                    return;
                }
                grow();
            }
            int at = place(one, other, hash);
            count += others[at] == 0 ? 1 : 0;
            ones[at] = one;
            others[at] = other;
            exchanges[at] = known.exchange;
            seen[at] = known.seen;
        }

        private void grow() {
            long[] oldOnes = ones;
            long[] oldOthers = others;
            double[] oldExchanges = exchanges;
            float[] oldSeen = seen;
            ones = new long[2 * oldOnes.length];
            others = new long[ones.length];
            exchanges = new double[ones.length];
            seen = new float[ones.length];
            for (int old = 0; old < oldOnes.length; old++) {
                if (oldOthers[old] != 0) {
                    int at = place(oldOnes[old], oldOthers[old], hash(oldOnes[old], oldOthers[old]));
                    ones[at] = oldOnes[old];
                    others[at] = oldOthers[old];
                    exchanges[at] = oldExchanges[old];
                    seen[at] = oldSeen[old];
                }
            }
        }

        synchronized void clear() {
            if (count > 0) {
                Arrays.fill(others, 0);
                count = 0;
            }
        }
    }

    Pairs() {
        Arrays.setAll(stripes, stripe -> new Stripe());
    }

    /** Mixed well, and the same on every engine. */
    static int hash(long one, long other) {
        long mixed = one * 0x9E3779B97F4A7C15L ^ Long.rotateLeft(other * 0xC2B2AE3D27D4EB4FL, 31);
        mixed ^= mixed >>> 29;
        mixed *= 0xBF58476D1CE4E5B9L;
        return (int) (mixed >>> 32);
    }

    private Stripe stripe(int hash) {
        return stripes[hash >>> 26];
    }

    /**
     * Looks a pair up.
     *
     * @param one the smaller of the two places
     */
    boolean find(long one, long other, int hash, Known into) {
        return stripe(hash).find(one, other, hash, into);
    }

    void put(long one, long other, int hash, Known known) {
        stripe(hash).put(one, other, hash, known);
    }

    /** Forgets all. */
    void clear() {
        for (Stripe stripe : stripes) {
            stripe.clear();
        }
    }
}
