package org.moide.samples.programs.uts;

/** Determines the number of a node's children from its random number. Immutable. */
sealed interface Offspring {
    /** The number of possible random numbers: they are from 0 to this minus 1. */
    long RANDOM_RANGE = 1L << 31;

    /** The most children of a node, except the root of a binomial tree. */
    int MOST = 100;

    /**
     * Returns the number of children.
     *
     * @param random the node's random number, from 0 to 2³¹ − 1
     */
    int children(int random);

    /** A distribution in which a node has {@code m} children with probability {@code q}, and otherwise none. */
    record Binomial(double q, int m) implements Offspring {
        @Override
        public int children(int random) {
            return random < q * RANDOM_RANGE ? m : 0;
        }
    }

    /**
     * A geometric distribution, ⌊ln(1−u) / ln(1−p)⌋ for u = random / 2³¹, as a table. The table has the greatest random
     * number that gives no child, the greatest that gives at most one child, and so on. To compute the logarithms would
     * take as long as hashing.
     */
    final class Geometric implements Offspring {
        /**
         * The number of leading bits of a random number that determine where in the table the search begins. From
         * there, the entry is found in a step or two.
         */
        private static final int GUIDE_BITS = 8;

        private static final int GUIDE_SHIFT = 31 - GUIDE_BITS;

        private final int[] greatest = new int[MOST + 1];
        private final int[] guide = new int[1 << GUIDE_BITS];

        /**
         * Creates the table.
         *
         * @param mean the mean number of children if it were not limited
         */
        Geometric(double mean) {
            // StrictMath: a tree is the same on every host.
            double logNone = StrictMath.log(1.0 - 1.0 / (1.0 + mean));
            for (int children = 0; children < MOST; children++) {
                greatest[children] = greatestWith(children, logNone);
            }
            greatest[MOST] = Integer.MAX_VALUE;
            for (int bits = 0; bits < guide.length; bits++) {
                guide[bits] = from(0, bits << GUIDE_SHIFT);
            }
        }

        private static int greatestWith(int children, double logNone) {
            long low = -1;
            long high = RANDOM_RANGE - 1;
            while (low < high) {
                long middle = Math.floorDiv(low + high + 1, 2);
                double u = (double) middle / RANDOM_RANGE;
                if (Math.floor(StrictMath.log(1.0 - u) / logNone) <= children) {
                    low = middle;
                } else {
                    high = middle - 1;
                }
            }
            return (int) low;
        }

        @Override
        public int children(int random) {
            return from(guide[random >>> GUIDE_SHIFT], random);
        }

        private int from(int begin, int random) {
            int children = begin;
            while (greatest[children] < random) {
                children++;
            }
            return children;
        }
    }
}
