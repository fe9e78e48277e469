package org.moide.samples.programs.tsp;

import java.io.Serializable;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.Collectors;
import org.moide.engine.Report;

/** A tour through all cities and back to the first one. Immutable. */
final class Tour implements Serializable {
    private static final long serialVersionUID = 1L;

    private final int length;
    private final int[] cities;

    private Tour(int length, int[] cities) {
        this.length = length;
        this.cities = cities;
    }

    /**
     * Creates a tour from the cities in order. It is stored beginning with city 0.
     *
     * @throws IllegalArgumentException if a city is missing, so that another one occurs twice
     */
    static Tour of(Distances distances, int[] order) {
        int size = distances.size();
        BitSet visited = new BitSet();
        Arrays.stream(order).forEach(visited::set);
        if (order.length != size || visited.cardinality() != size || visited.length() != size) {
            throw new IllegalArgumentException(
                    "expected each of " + size + " cities once, found " + Arrays.toString(order));
        }
        int begin = 0;
        while (order[begin] != 0) {
            begin++;
        }
        int[] cities = new int[size];
        int length = 0;
        for (int i = 0; i < size; i++) {
            cities[i] = order[(begin + i) % size];
            length += distances.between(cities[i], order[(begin + i + 1) % size]);
        }
        return new Tour(length, cities);
    }

    /** Creates a tour from the successor of each city. */
    static Tour following(Distances distances, int[] successor) {
        int[] order = new int[successor.length];
        for (int i = 1; i < order.length; i++) {
            order[i] = successor[order[i - 1]];
        }
        return of(distances, order);
    }

    /** Returns whether the tour uses all these ways. */
    boolean uses(FixedWays fixed) {
        int used = 0;
        for (int i = 0; i < cities.length; i++) {
            used += fixed.isFixed(cities[i], cities[(i + 1) % cities.length]) ? 1 : 0;
        }
        // A tour of two cities uses a way without direction in both directions.
        return used >= fixed.ways().size();
    }

    int length() {
        return length;
    }

    /** Reports the tour's length and its cities as results. */
    void tell(Report report) {
        report.put("length", length);
        // As text: of an array only the first numbers would be shown.
        report.put("tour", Arrays.stream(cities).mapToObj(Integer::toString).collect(Collectors.joining(" ")));
    }

    int[] cities() {
        return cities.clone();
    }
}
