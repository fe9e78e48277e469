package org.moide.samples.programs.uts;

import java.util.Arrays;

/**
 * Computes the SHA-1 of many nodes in parallel. Index i of every array, called lane i, belongs to node i, and each
 * round is a simple loop over the lanes, which the JVM's compiler vectorizes. It is two to three times as fast as one
 * hash after the other, even with the processor's own SHA instructions. Used by one thread at a time.
 */
final class Sha1Lanes {
    /**
     * The number of lanes. All arrays together take 21 KiB, which fits into every processor's first-level cache; fewer
     * lanes are slower.
     */
    static final int LANES = 256;

    /** The number of nodes below which loops over lanes take longer than hashing one node after the other. */
    private static final int FEW = 16;

    private static final int ROUNDS = 80;

    /**
     * The number of successive rounds of SHA-1 that are of the same kind. Each round is a call of a method, because the
     * JVM compiles a method that is called often early and as a whole. A method with a long loop would be compiled
     * while it runs, and later once more.
     */
    private static final int ROUNDS_OF_A_KIND = 20;

    private static final int WINDOW = 16;

    private final int[][] words = new int[WINDOW][LANES];
    private final Sha1 alone = new Sha1();
    private final int[] scratch = new int[Sha1.WORDS];
    private final int[] a = new int[LANES];
    private final int[] b = new int[LANES];
    private final int[] c = new int[LANES];
    private final int[] d = new int[LANES];
    private final int[] e = new int[LANES];

    /**
     * Sets the input of a lane: a parent's state and a child's number.
     *
     * @param offset the index in {@code states} at which the parent's state begins
     */
    void set(int lane, int[] states, int offset, int number) {
        words[0][lane] = states[offset];
        words[1][lane] = states[offset + 1];
        words[2][lane] = states[offset + 2];
        words[3][lane] = states[offset + 3];
        words[4][lane] = states[offset + 4];
        words[5][lane] = number;
    }

    /** Hashes the first {@code count} lanes. */
    void hash(int count) {
        if (count < FEW) {
            oneByOne(count);
        } else {
            sideBySide(count);
        }
    }

    private void oneByOne(int count) {
        for (int lane = 0; lane < count; lane++) {
            for (int word = 0; word < Sha1.WORDS; word++) {
                scratch[word] = words[word][lane];
            }
            alone.child(scratch, words[Sha1.WORDS][lane], scratch);
            a[lane] = scratch[0];
            b[lane] = scratch[1];
            c[lane] = scratch[2];
            d[lane] = scratch[3];
            e[lane] = scratch[4];
        }
    }

    private void sideBySide(int count) {
        Arrays.fill(words[6], 0, count, Sha1.END_MARK);
        for (int t = 7; t < WINDOW - 1; t++) {
            Arrays.fill(words[t], 0, count, 0);
        }
        Arrays.fill(words[WINDOW - 1], 0, count, Sha1.CHILD_BITS);
        Arrays.fill(a, 0, count, Sha1.H0);
        Arrays.fill(b, 0, count, Sha1.H1);
        Arrays.fill(c, 0, count, Sha1.H2);
        Arrays.fill(d, 0, count, Sha1.H3);
        Arrays.fill(e, 0, count, Sha1.H4);
        for (int kind = 0; kind < ROUNDS / ROUNDS_OF_A_KIND; kind++) {
            rounds(kind, count);
        }
        add(a, Sha1.H0, count);
        add(b, Sha1.H1, count);
        add(c, Sha1.H2, count);
        add(d, Sha1.H3, count);
        add(e, Sha1.H4, count);
    }

    private void rounds(int kind, int count) {
        int[] newest = a;
        int[] second = b;
        int[] third = c;
        int[] fourth = d;
        int[] oldest = e;
        int first = kind * ROUNDS_OF_A_KIND;
        for (int t = first; t < first + ROUNDS_OF_A_KIND; t++) {
            int[] word = words[t % WINDOW];
            if (t >= WINDOW) {
                expand(word, words[(t - 3) % WINDOW], words[(t - 8) % WINDOW], words[(t - 14) % WINDOW], count);
            }
            switch (kind) {
                case 0 -> choose(newest, second, third, fourth, oldest, word, count);
                case 1 -> parity(newest, second, third, fourth, oldest, word, Sha1.K1, count);
                case 2 -> majority(newest, second, third, fourth, oldest, word, count);
                default -> parity(newest, second, third, fourth, oldest, word, Sha1.K3, count);
            }
            // A round writes the new a to the array of e, and rotates b. Then each array gets the next name; after 20
            // rounds each has its first name again.
            int[] made = oldest;
            oldest = fourth;
            fourth = third;
            third = second;
            second = newest;
            newest = made;
        }
    }

    /** Returns the last word of a lane's hash. */
    int last(int lane) {
        return e[lane];
    }

    /** Copies a lane's hash. */
    void state(int lane, int[] into, int offset) {
        into[offset] = a[lane];
        into[offset + 1] = b[lane];
        into[offset + 2] = c[lane];
        into[offset + 3] = d[lane];
        into[offset + 4] = e[lane];
    }

    // One loop each, and as simple as this: larger ones are not vectorized.

    private static void expand(int[] word, int[] back3, int[] back8, int[] back14, int count) {
        for (int i = 0; i < count; i++) {
            word[i] = Integer.rotateLeft(word[i] ^ back3[i] ^ back8[i] ^ back14[i], 1);
        }
    }

    private static void add(int[] sum, int constant, int count) {
        for (int i = 0; i < count; i++) {
            sum[i] += constant;
        }
    }

    private static void choose(int[] a, int[] b, int[] c, int[] d, int[] e, int[] word, int count) {
        for (int i = 0; i < count; i++) {
            int before = b[i];
            e[i] = Integer.rotateLeft(a[i], 5) + (d[i] ^ (before & (c[i] ^ d[i]))) + e[i] + Sha1.K0 + word[i];
            b[i] = Integer.rotateLeft(before, 30);
        }
    }

    private static void parity(int[] a, int[] b, int[] c, int[] d, int[] e, int[] word, int constant, int count) {
        for (int i = 0; i < count; i++) {
            int before = b[i];
            e[i] = Integer.rotateLeft(a[i], 5) + (before ^ c[i] ^ d[i]) + e[i] + constant + word[i];
            b[i] = Integer.rotateLeft(before, 30);
        }
    }

    private static void majority(int[] a, int[] b, int[] c, int[] d, int[] e, int[] word, int count) {
        for (int i = 0; i < count; i++) {
            int before = b[i];
            int other = c[i];
            e[i] = Integer.rotateLeft(a[i], 5)
                    + ((before & other) | (d[i] & (before | other)))
                    + e[i]
                    + Sha1.K2
                    + word[i];
            b[i] = Integer.rotateLeft(before, 30);
        }
    }
}
