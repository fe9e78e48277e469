package org.moide.samples.programs.genetic;

import java.io.Serializable;
import java.util.SplittableRandom;

/**
 * All chance of a run: from the seed, the generation and the number of the individual, so it is the same wherever and
 * in whatever order individuals live.
 */
record Chance(long seed) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Mates are the best of so many. */
    private static final int TOURNAMENT = 3;

    // What random numbers are drawn for.
    private static final int BIRTH = 0;
    private static final int MATING = 1;
    private static final int EFFORT = 2;
    private static final int PURPOSES = 3;

    private SplittableRandom random(int generation, int individual, int purpose) {
        return new SplittableRandom(((seed * 1_000_003L + generation) * 1_000_003L + individual) * PURPOSES + purpose);
    }

    /** Makes the chance of what an individual is when it is born. */
    SplittableRandom birth(int generation, int individual) {
        return random(generation, individual, BIRTH);
    }

    /** The part of the range from least to most effort that judging the individual takes, from 0 to 1. */
    double effort(int generation, int individual) {
        return random(generation, individual, EFFORT).nextDouble();
    }

    /** Draws the parents of an individual: two places in a population, each the winner of a tournament. */
    int[] parents(int generation, int individual, double[] fitness) {
        SplittableRandom random = random(generation, individual, MATING);
        return new int[] {winner(fitness, random), winner(fitness, random)};
    }

    private static int winner(double[] fitness, SplittableRandom random) {
        int winner = random.nextInt(fitness.length);
        for (int i = 1; i < TOURNAMENT; i++) {
            int other = random.nextInt(fitness.length);
            winner = fitness[other] < fitness[winner] ? other : winner;
        }
        return winner;
    }
}
