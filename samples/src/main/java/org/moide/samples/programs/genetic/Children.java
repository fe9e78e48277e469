package org.moide.samples.programs.genetic;

/**
 * Some individuals of one generation, which one task creates. Immutable.
 *
 * @param first the number of the first of these individuals, counted among all individuals
 * @param count how many they are
 * @param parents for each of them, the genes of its two parents; none for the first generation
 * @param keeps whether the first of them is a copy of its first parent, the fittest individual of the generation before
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Children(Chance chance, int generation, int first, int count, double[][] parents, boolean keeps)
        implements Brood {
    private static final long serialVersionUID = 1L;

    double[] genes(int child, Species species) {
        if (parents.length == 0) {
            return species.newborn(chance.birth(generation, first + child));
        }
        double[] mother = parents[2 * child];
        if (keeps && child == 0) {
            return mother;
        }
        return species.child(mother, parents[2 * child + 1], chance.birth(generation, first + child));
    }
}
