package org.moide.samples.programs.genetic;

import java.io.Serializable;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Individuals that mate among each other, in one generation: one task. Immutable.
 *
 * <p>All chance comes from seed, island and generation, so it is the same wherever and in whatever order islands live.
 */
public final class Island implements Serializable {
    private static final long serialVersionUID = 1L;

    /** How many genes an individual has; each is from −{@link #BOUND} to {@link #BOUND}. */
    static final int GENES = 10;

    // What random numbers are drawn for.
    private static final int BIRTH = 0;
    private static final int MATING = 1;
    private static final int EFFORT = 2;
    private static final int PURPOSES = 3;

    private static final double BOUND = 5.12;
    private static final double MUTATION_RATE = 0.15;
    private static final double MUTATION_WIDTH = 0.3;
    /** Mates are the best of so many. */
    private static final int TOURNAMENT = 3;

    private final long seed;
    private final int number;
    private final int generation;
    private final double[][] individuals;

    private Island(long seed, int number, int generation, double[][] individuals) {
        this.seed = seed;
        this.number = number;
        this.generation = generation;
        this.individuals = individuals;
    }

    /** The first generation of an island: anyone. */
    static Island first(long seed, int number, int size) {
        Island none = new Island(seed, number, 0, new double[0][]);
        SplittableRandom random = none.random(BIRTH);
        double[][] individuals = new double[size][GENES];
        for (double[] genes : individuals) {
            Arrays.setAll(genes, gene -> random.nextDouble(-BOUND, BOUND));
        }
        return new Island(seed, number, 0, individuals);
    }

    private SplittableRandom random(int purpose) {
        return new SplittableRandom(((seed * 1_000_003L + number) * 1_000_003L + generation) * PURPOSES + purpose);
    }

    int generation() {
        return generation;
    }

    int size() {
        return individuals.length;
    }

    double[] genes(int individual) {
        return individuals[individual].clone();
    }

    /** How much of the range from least to most effort each individual's evaluation takes, from 0 to 1. */
    double[] efforts() {
        return random(EFFORT).doubles(size()).toArray();
    }

    /** Rastrigin's function: many hills around the only point where it is 0. Less is fitter. */
    double fitness(int individual) {
        double sum = 10.0 * GENES;
        for (double gene : individuals[individual]) {
            // StrictMath: the fittest are the same on every host.
            sum += gene * gene - 10.0 * StrictMath.cos(2.0 * Math.PI * gene);
        }
        return sum;
    }

    /** The generation after this one: the fittest, and children of those who won tournaments. */
    Island next(double[] fitness) {
        SplittableRandom random = random(MATING);
        double[][] children = new double[size()][];
        int fittest = 0;
        for (int i = 1; i < size(); i++) {
            fittest = fitness[i] < fitness[fittest] ? i : fittest;
        }
        children[0] = individuals[fittest];
        for (int child = 1; child < children.length; child++) {
            double[] mother = individuals[winner(fitness, random)];
            double[] father = individuals[winner(fitness, random)];
            children[child] = child(mother, father, random);
        }
        return new Island(seed, number, generation + 1, children);
    }

    private static int winner(double[] fitness, SplittableRandom random) {
        int winner = random.nextInt(fitness.length);
        for (int i = 1; i < TOURNAMENT; i++) {
            int other = random.nextInt(fitness.length);
            winner = fitness[other] < fitness[winner] ? other : winner;
        }
        return winner;
    }

    private static double[] child(double[] mother, double[] father, SplittableRandom random) {
        double[] child = new double[GENES];
        for (int gene = 0; gene < GENES; gene++) {
            double value = random.nextBoolean() ? mother[gene] : father[gene];
            if (random.nextDouble() < MUTATION_RATE) {
                // The sum of two even distributions: small changes are likelier than large ones.
                value += MUTATION_WIDTH * (random.nextDouble() + random.nextDouble() - 1.0);
            }
            child[gene] = Math.max(-BOUND, Math.min(BOUND, value));
        }
        return child;
    }
}
