package org.moide.samples.programs.genetic;

import java.io.Serializable;
import java.util.SplittableRandom;

/**
 * The random choices of a run. They depend only on the seed, the generation and the number of the individual, so they
 * are the same wherever individuals are evaluated, and in whatever order.
 */
record Chance(long seed) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The number of individuals that are drawn at random for a tournament; the fittest of them becomes a parent. */
    private static final int TOURNAMENT = 3;

    // The purposes of random numbers.
    private static final int BIRTH = 0;
    private static final int MATING = 1;
    private static final int EFFORT = 2;
    private static final int PURPOSES = 3;

    private SplittableRandom random(int generation, int individual, int purpose) {
        return new SplittableRandom(((seed * 1_000_003L + generation) * 1_000_003L + individual) * PURPOSES + purpose);
    }

    /** Returns the random numbers for the genes of a new individual. */
    SplittableRandom birth(int generation, int individual) {
        return random(generation, individual, BIRTH);
    }

    /** Returns the effort of evaluating an individual, from 0 for the least to 1 for the most. */
    double effort(int generation, int individual) {
        return random(generation, individual, EFFORT).nextDouble();
    }

    /** Chooses the parents of an individual: two places in a population, each the winner of a tournament. */
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
