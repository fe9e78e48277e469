package org.moide.samples.programs.genetic;

import java.util.SplittableRandom;
import org.moide.engine.Report;

/**
 * The species of a population's individuals: numbers, what they mean, and how children come from parents. The same
 * child from the same chance. Any thread.
 */
interface Species {
    /** An individual that has no parents. */
    double[] newborn(SplittableRandom random);

    /** A child of two, with what mutation makes of it. */
    double[] child(double[] mother, double[] father, SplittableRandom random);

    /** The fitness of an individual: less is fitter. */
    double fitness(double[] genes);

    /** Puts the genes among the results. */
    void tell(double[] genes, Report report);
}
