package org.moide.samples.programs.uts;

/**
 * Computes the SHA-1 (FIPS 180-4) of this benchmark's inputs: the 20 bytes of a seed, or the 24 bytes of a node and a
 * child's number, each of which fits into one block. Bytes are stored as big-endian words, so that nothing is
 * converted. No call allocates memory.
 */
final class Sha1 {
    /** The number of words in a hash. */
    static final int WORDS = 5;

    static final int H0 = 0x67452301;
    static final int H1 = 0xefcdab89;
    static final int H2 = 0x98badcfe;
    static final int H3 = 0x10325476;
    static final int H4 = 0xc3d2e1f0;
    static final int K0 = 0x5a827999;
    static final int K1 = 0x6ed9eba1;
    static final int K2 = 0x8f1bbcdc;
    static final int K3 = 0xca62c1d6;

    /** The word that follows the message in its block: SHA-1 puts a 1 bit after the end of the message. */
    static final int END_MARK = 0x80000000;
    /** The length in bits of the message for a child: its parent's state and the child's number. */
    static final int CHILD_BITS = 24 * 8;

    private static final int SEED_BITS = 20 * 8;
    private static final int ROUNDS = 80;

    private final int[] words = new int[ROUNDS];

    /** Computes the root's state: the hash of sixteen zero bytes and a seed. */
    void root(int seed, int[] into) {
        words[0] = 0;
        words[1] = 0;
        words[2] = 0;
        words[3] = 0;
        words[4] = seed;
        words[5] = END_MARK;
        pad(6, SEED_BITS);
        hash(into);
    }

    /**
     * Computes a child's state: the hash of a node's state and the child's number. {@code into} may be the parent's
     * state.
     */
    void child(int[] parent, int number, int[] into) {
        System.arraycopy(parent, 0, words, 0, WORDS);
        words[5] = number;
        words[6] = END_MARK;
        pad(7, CHILD_BITS);
        hash(into);
    }

    private void pad(int from, int bits) {
        for (int t = from; t < 15; t++) {
            words[t] = 0;
        }
        words[15] = bits;
    }

    private void hash(int[] into) {
        int[] w = words;
        for (int t = 16; t < ROUNDS; t++) {
            w[t] = Integer.rotateLeft(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
        }
        int a = H0;
        int b = H1;
        int c = H2;
        int d = H3;
        int e = H4;
        for (int t = 0; t < ROUNDS; t++) {
            int mixed;
            if (t < 20) {
                mixed = (d ^ (b & (c ^ d))) + K0;
            } else if (t < 40) {
                mixed = (b ^ c ^ d) + K1;
            } else if (t < 60) {
                mixed = ((b & c) | (d & (b | c))) + K2;
            } else {
                mixed = (b ^ c ^ d) + K3;
            }
            int next = Integer.rotateLeft(a, 5) + mixed + e + w[t];
            e = d;
            d = c;
            c = Integer.rotateLeft(b, 30);
            b = a;
            a = next;
        }
        into[0] = a + H0;
        into[1] = b + H1;
        into[2] = c + H2;
        into[3] = d + H3;
        into[4] = e + H4;
    }
}
