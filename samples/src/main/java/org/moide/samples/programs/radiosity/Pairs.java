package org.moide.samples.programs.radiosity;

import java.util.Arrays;

/**
 * A cache for what is found about pairs of elements in a pass, so that it is determined only once for both directions.
 * Any thread may use it; it is divided into stripes, each with a lock of its own. A pair for which there is no room is
 * not kept, and is determined again.
 */
final class Pairs {
    private static final int STRIPES = 64;
    /**
     * The most pairs in each stripe. The 64 stripes together can have 4 million pairs; their arrays then take some 235
     * MB.
     */
    private static final int MOST = 1 << 16;

    private final Stripe[] stripes = new Stripe[STRIPES];

    /** What is known about a pair. Used by one thread. */
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
         * Returns the index at which a pair is, or would be. A free index has 0 as the second place of its pair: no
         * pair has that, since 0 is the place of the first surface, which is always the smaller of two.
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

    /** Returns a well-mixed hash of a pair, the same on every engine. */
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
     * Looks up a pair. Returns whether it was found.
     *
     * @param one the smaller of the places of the two elements
     */
    boolean find(long one, long other, int hash, Known into) {
        return stripe(hash).find(one, other, hash, into);
    }

    void put(long one, long other, int hash, Known known) {
        stripe(hash).put(one, other, hash, known);
    }

    /** Removes all findings. */
    void clear() {
        for (Stripe stripe : stripes) {
            stripe.clear();
        }
    }
}
