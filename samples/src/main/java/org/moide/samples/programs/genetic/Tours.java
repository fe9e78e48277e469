package org.moide.samples.programs.genetic;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.moide.engine.Report;
import org.moide.samples.programs.tsp.Distances;

/**
 * Individuals that are round trips: their genes are the cities in order. A child has a piece of one parent's tour, and
 * the remaining cities in the order of the other parent's tour (Davis' order crossover). Then it mutates. At last,
 * pieces of the tour are reversed as long as that makes it shorter (2-opt).
 *
 * @param distances the distances, which must be the same in both directions
 */
record Tours(Distances distances) implements Species {
    private static final double MUTATION_RATE = 0.3;

    @Override
    public double[] newborn(SplittableRandom random) {
        double[] tour = new double[distances.size()];
        for (int city = 0; city < tour.length; city++) {
            int other = random.nextInt(city + 1);
            tour[city] = tour[other];
            tour[other] = city;
        }
        untangle(tour);
        return tour;
    }

    @Override
    public double[] child(double[] mother, double[] father, SplittableRandom random) {
        int size = mother.length;
        double[] child = new double[size];
        boolean[] taken = new boolean[size];
        int begin = random.nextInt(size);
        int length = 1 + random.nextInt(size);
        for (int step = 0; step < length; step++) {
            child[step] = mother[(begin + step) % size];
            taken[(int) child[step]] = true;
        }
        int filled = length;
        for (int step = 0; step < size; step++) {
            double city = father[(begin + length + step) % size];
            if (!taken[(int) city]) {
                child[filled++] = city;
            }
        }
        if (random.nextDouble() < MUTATION_RATE) {
            exchangePieces(child, random);
        }
        untangle(child);
        return child;
    }

    /**
     * Exchanges two neighbouring pieces of a tour (a double bridge). Such a change is seldom found by reversing pieces.
     */
    private static void exchangePieces(double[] tour, SplittableRandom random) {
        if (tour.length < 8) {
            return;
        }
        int[] cuts = random.ints(3, 1, tour.length).sorted().toArray();
        double[] before = tour.clone();
        int at = cuts[0];
        System.arraycopy(before, cuts[1], tour, at, cuts[2] - cuts[1]);
        System.arraycopy(before, cuts[0], tour, at + cuts[2] - cuts[1], cuts[1] - cuts[0]);
    }

    private void untangle(double[] tour) {
        boolean shorter = true;
        while (shorter) {
            shorter = false;
            for (int first = 0; first < tour.length - 1; first++) {
                for (int last = first + 1; last < tour.length; last++) {
                    if (gain(tour, first, last) > 0) {
                        turn(tour, first, last);
                        shorter = true;
                    }
                }
            }
        }
    }

    /** Returns by how much the tour gets shorter if a piece is reversed. */
    private int gain(double[] tour, int first, int last) {
        if (last - first == tour.length - 1) {
            return 0; // the piece is the whole tour
        }
        int before = (int) tour[first == 0 ? tour.length - 1 : first - 1];
        int after = (int) tour[last == tour.length - 1 ? 0 : last + 1];
        int begin = (int) tour[first];
        int end = (int) tour[last];
        return distances.between(before, begin)
                + distances.between(end, after)
                - distances.between(before, end)
                - distances.between(begin, after);
    }

    private static void turn(double[] tour, int first, int last) {
        for (int from = first, to = last; from < to; from++, to--) {
            double city = tour[from];
            tour[from] = tour[to];
            tour[to] = city;
        }
    }

    @Override
    public double fitness(double[] tour) {
        long length = 0;
        for (int step = 0; step < tour.length; step++) {
            length += distances.between((int) tour[step], (int) tour[(step + 1) % tour.length]);
        }
        return length;
    }

    @Override
    public void tell(double[] tour, Report report) {
        // As text: of an array only the first numbers would be shown.
        report.put(
                "tour",
                Arrays.stream(tour)
                        .mapToObj(city -> Integer.toString((int) city))
                        .collect(Collectors.joining(" ")));
    }
}
