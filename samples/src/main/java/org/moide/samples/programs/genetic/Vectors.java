package org.moide.samples.programs.genetic;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.moide.engine.Report;

/**
 * Individuals whose genes are a fixed number of decimal numbers between two bounds.
 *
 * @param genes the number of genes
 * @param least the lower bound of each gene
 * @param most the upper bound of each gene
 * @param function the function of all genes that gives the fitness; less is fitter
 */
record Vectors(int genes, double least, double most, ToDoubleFunction<double[]> function) implements Species {
    private static final double MUTATION_RATE = 0.15;
    /** The largest change of a gene by a mutation, as a fraction of the range between the bounds. */
    private static final double MUTATION_WIDTH = 0.03;

    /** Returns Rastrigin's function, which has many local minima around the only point where it is 0. */
    static double rastrigin(double[] genes) {
        double sum = 10.0 * genes.length;
        for (double gene : genes) {
            // StrictMath: the fittest are the same on every host.
            sum += gene * gene - 10.0 * StrictMath.cos(2.0 * Math.PI * gene);
        }
        return sum;
    }

    @Override
    public double[] newborn(SplittableRandom random) {
        double[] born = new double[genes];
        Arrays.setAll(born, gene -> random.nextDouble(least, most));
        return born;
    }

    /** Returns a child. Each of its genes is from one of the parents, and is sometimes changed slightly. */
    @Override
    public double[] child(double[] mother, double[] father, SplittableRandom random) {
        double[] child = new double[genes];
        for (int gene = 0; gene < genes; gene++) {
            double value = random.nextBoolean() ? mother[gene] : father[gene];
            if (random.nextDouble() < MUTATION_RATE) {
                // The sum of two uniform distributions, so that small changes are more likely than large ones.
                value += MUTATION_WIDTH * (most - least) * (random.nextDouble() + random.nextDouble() - 1.0);
            }
            child[gene] = Math.max(least, Math.min(most, value));
        }
        return child;
    }

    @Override
    public double fitness(double[] genes) {
        return function.applyAsDouble(genes);
    }

    @Override
    public void tell(double[] genes, Report report) {
        report.put("genes", genes);
    }
}
