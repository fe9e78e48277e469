package org.moide.samples.programs.genetic;

/**
 * A population that lives alone for some generations: one task. Immutable.
 *
 * @param generation the first of these generations
 * @param generations how many there are
 * @param population as it was before; empty, of a certain size, before the first generation
 */
record Island(Chance chance, int generation, int generations, Population population) implements Brood {
    private static final long serialVersionUID = 1L;
}
