package org.moide.samples.programs.cg.matrix;

/**
 * The benchmark's random numbers, x ← 5¹³·x mod 2⁴⁶, in pairs of a value and a position; the product's upper bits,
 * which a long loses, don't matter. Begins anywhere in the sequence. Used by one thread.
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

    /** @param pairs how many pairs of the sequence are skipped */
    Draws(Pattern pattern, long pairs) {
        positionShift = BITS - pattern.positionBits();
        state = (SEED * power(1 + 2 * pairs)) & MASK; // the benchmark throws its first number away
    }

    /** The multiplier to this power: what so many draws multiply with. */
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

    /** Draws a pair; its position, which may lie behind the matrix. */
    int position() {
        state = (MULTIPLIER * state) & MASK;
        value = state * SCALE;
        state = (MULTIPLIER * state) & MASK;
        return (int) (state >>> positionShift);
    }

    /** The last pair's value. */
    double value() {
        return value;
    }
}
