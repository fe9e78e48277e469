package org.moide.samples.programs.genetic;

import java.util.SplittableRandom;
import org.moide.engine.Report;

/**
 * The kind of a population's individuals: the meaning of their genes, and how children are made from parents. The same
 * random numbers give the same child. Any thread may use it.
 */
interface Species {
    /** Returns an individual without parents, with random genes. */
    double[] newborn(SplittableRandom random);

    /** Returns a child of two individuals, after mutation. */
    double[] child(double[] mother, double[] father, SplittableRandom random);

    /** Returns the fitness of an individual: less is fitter. */
    double fitness(double[] genes);

    /** Reports the genes as a result of the run. */
    void tell(double[] genes, Report report);
}
