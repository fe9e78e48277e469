package org.moide.samples.programs.genetic;

/**
 * A population that develops alone for some generations, which is one task. Immutable.
 *
 * @param generation the first of these generations
 * @param generations the number of generations
 * @param population the population before these generations; without individuals, but with its size, before the first
 *     generation
 */
record Island(Chance chance, int generation, int generations, Population population) implements Brood {
    private static final long serialVersionUID = 1L;
}
