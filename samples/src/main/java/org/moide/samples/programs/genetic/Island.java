package org.moide.samples.programs.genetic;

/**
 * A population that develops alone for some generations, which is one task. Immutable.
 *
 * @param generation the first of these generations
 * @param generations the number of generations
 * @param population the population before these generations; before the first generation it has its size, but no
 *     individuals
 */
record Island(Chance chance, int generation, int generations, Population population) implements Brood {
    private static final long serialVersionUID = 1L;
}
