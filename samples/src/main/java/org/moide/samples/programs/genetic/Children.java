package org.moide.samples.programs.genetic;

/**
 * Some individuals of one generation: one task. Immutable.
 *
 * @param first the number of the first of them, of all individuals
 * @param count how many there are
 * @param parents two for each; none for those of the first generation
 * @param keeps whether the first of them is its mother once more, the fittest of her generation
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
