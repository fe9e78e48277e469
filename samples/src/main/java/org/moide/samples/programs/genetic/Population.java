package org.moide.samples.programs.genetic;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The individuals of one generation that mate with each other, and their fitness. Filled by {@link #take}, then not
 * changed. Used by one thread at a time.
 */
final class Population implements Serializable {
    private static final long serialVersionUID = 1L;

    private final int first;
    private final double[][] genes;
    private final double[] fitness;
    private int come;

    /**
     * Creates a population without individuals.
     *
     * @param first the number of the first individual, counted among all individuals
     */
    Population(int first, int size) {
        this.first = first;
        this.genes = new double[size][];
        this.fitness = new double[size];
    }

    int first() {
        return first;
    }

    int size() {
        return genes.length;
    }

    boolean isComplete() {
        return come == genes.length;
    }

    double[] genes(int place) {
        return genes[place];
    }

    double fitness(int place) {
        return fitness[place];
    }

    boolean holds(int individual) {
        return individual >= first && individual < first + size();
    }

    /** Puts an individual into the place that its number determines. It may replace another individual. */
    void take(int individual, double[] itsGenes, double itsFitness) {
        int place = individual - first;
        come += genes[place] == null ? 1 : 0;
        genes[place] = itsGenes;
        fitness[place] = itsFitness;
    }

    /**
     * Returns the places of the individuals, from the fittest to the least fit; of equally fit ones, the lower place
     * first.
     */
    List<Integer> ranking() {
        return IntStream.range(0, size())
                .boxed()
                .sorted(Comparator.comparingDouble(place -> fitness[place]))
                .toList();
    }

    /**
     * Returns the tasks that create the next generation, which consists of a copy of the fittest individual and of
     * children of the winners of tournaments.
     *
     * @param slice the number of individuals for each task
     */
    List<Children> next(Chance chance, int generation, int slice) {
        List<Children> parts = new ArrayList<>();
        int fittest = come == 0 ? 0 : ranking().get(0);
        for (int from = 0; from < size(); from += slice) {
            int count = Math.min(slice, size() - from);
            double[][] parents = new double[come == 0 ? 0 : 2 * count][];
            for (int child = 0; child < parents.length / 2; child++) {
                boolean kept = from + child == 0;
                int[] pair =
                        kept ? new int[] {fittest, fittest} : chance.parents(generation, first + from + child, fitness);
                parents[2 * child] = genes[pair[0]];
                parents[2 * child + 1] = genes[pair[1]];
            }
            parts.add(new Children(chance, generation, first + from, count, parents, from == 0));
        }
        return parts;
    }

    /** Returns a population in which the fittest of another one replace the least fit of this one. */
    Population with(Population other, int migrants) {
        Population changed = new Population(first, size());
        for (int place = 0; place < size(); place++) {
            changed.take(first + place, genes[place], fitness[place]);
        }
        List<Integer> comers = other.ranking();
        List<Integer> goers = ranking();
        for (int rank = 0; rank < migrants; rank++) {
            int from = comers.get(rank);
            int to = goers.get(size() - 1 - rank);
            changed.take(first + to, other.genes[from], other.fitness[from]);
        }
        return changed;
    }

    @Override
    public String toString() {
        return size() + " individuals from " + first + " on, fitness " + Arrays.toString(fitness);
    }
}
