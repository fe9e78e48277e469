package org.moide.samples.programs.cg.matrix;

/**
 * The benchmark's random numbers, x ← 5¹³·x mod 2⁴⁶, in pairs of a value and a position. The upper bits of the product
 * do not fit into a long, but they do not matter. The numbers can begin anywhere in the sequence. Used by one thread.
 */
final class Draws {
    private static final long MULTIPLIER = 1_220_703_125L; // 5^13
    private static final long SEED = 314_159_265L;
    private static final int BITS = 46;
    private static final long MASK = (1L << BITS) - 1;
    private static final double SCALE = 1.0 / (1L << BITS);

    private final int positionShift;
    private long state;
    private double value;

    /**
     * Begins at a place of the sequence.
     *
     * @param pairs the number of pairs at the beginning of the sequence that are skipped
     */
    Draws(Pattern pattern, long pairs) {
        positionShift = BITS - pattern.positionBits();
        state = (SEED * power(1 + 2 * pairs)) & MASK; // the benchmark discards its first number
    }

    /**
     * Returns the multiplier of the random numbers to the power of {@code exponent}. Multiplying by the result skips so
     * many draws.
     */
    private static long power(long exponent) {
        long power = 1;
        long factor = MULTIPLIER;
        for (long left = exponent; left > 0; left >>= 1) {
            if ((left & 1) != 0) {
                power = (power * factor) & MASK;
            }
            factor = (factor * factor) & MASK;
        }
        return power;
    }

    /** Draws a pair and returns its position, which may be outside the matrix. */
    int position() {
        state = (MULTIPLIER * state) & MASK;
        value = state * SCALE;
        state = (MULTIPLIER * state) & MASK;
        return (int) (state >>> positionShift);
    }

    /** Returns the value of the last pair. */
    double value() {
        return value;
    }
}
