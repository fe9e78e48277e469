package org.moide.samples.programs.genetic;

import java.io.Serializable;
import java.util.Arrays;

/**
 * The fittest of some, and how many there were. Immutable.
 */
public final class Fittest implements Serializable {
    private static final long serialVersionUID = 1L;

    private final double fitness;
    private final double[] genes;
    private final long evaluations;

    Fittest(double fitness, double[] genes, long evaluations) {
        this.fitness = fitness;
        this.genes = genes.clone();
        this.evaluations = evaluations;
    }

    static Fittest none() {
        return new Fittest(Double.POSITIVE_INFINITY, new double[0], 0);
    }

    double fitness() {
        return fitness;
    }

    double[] genes() {
        return genes.clone();
    }

    long evaluations() {
        return evaluations;
    }

    /** The fitter of both; where both are as fit, whose genes are less, so that the order does not matter. */
    Fittest or(Fittest other) {
        int order = Double.compare(fitness, other.fitness);
        boolean first = order < 0 || (order == 0 && Arrays.compare(genes, other.genes) <= 0);
        Fittest fitter = first ? this : other;
        return new Fittest(fitter.fitness, fitter.genes, evaluations + other.evaluations);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Fittest that
                && fitness == that.fitness
                && evaluations == that.evaluations
                && Arrays.equals(genes, that.genes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(genes);
    }
}
