package org.moide.samples.programs.tsp;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a subproblem whose assignment is several round trips: at least one way of each of them is in no tour. It takes the trip
 * with the fewest ways that are not fixed; the first part does without the first of them, the second uses it and does without
 * the next, and so on (Carpaneto and Toth, 1980). One thread at a time.
 */
final class Branching {
    private final Distances distances;
    private final Assignment assignment;
    private final Cuts cuts;

    Branching(Distances distances) {
        this.distances = distances;
        this.assignment = new Assignment(distances);
        this.cuts = new Cuts(distances.size());
    }

    /** A city on the round trip with the fewest ways that are not fixed, or −1 if there is only one: a tour. */
    static int smallestTrip(Subproblem problem) {
        boolean[] seen = new boolean[problem.size()];
        int smallest = -1;
        int fewest = Integer.MAX_VALUE;
        for (int city = 0; city < seen.length; city++) {
            if (!seen[city]) {
                int free = 0;
                int length = 0;
                for (int at = city; !seen[at]; at = problem.successor(at)) {
                    seen[at] = true;
                    free += problem.isFixed(at) ? 0 : 1;
                    length++;
                }
                if (length == seen.length) {
                    return -1;
                }
                if (free < fewest) {
                    fewest = free;
                    smallest = city;
                }
            }
        }
        return smallest;
    }

    /**
     * Proves as much as it can of a problem, and forbids the ways that are in no tour shorter than {@code limit}.
     *
     * @return the problem with what was proved; null if it has no tour shorter than {@code limit}
     */
    @Nullable
    Subproblem proved(Subproblem problem, int limit) {
        int above = cuts.above(problem, distances, limit);
        int least = above == Cuts.FAR ? Cuts.FAR : problem.bound() + above;
        if (Math.max(least, problem.proved()) >= limit) {
            return null;
        }
        Subproblem proved = problem.copy();
        proved.prove(least);
        for (int from = 0; from < distances.size(); from++) {
            for (int to = 0; to < distances.size(); to++) {
                if (cuts.left(from, to) >= limit - least && problem.successor(from) != to) {
                    proved.forbid(from, to);
                }
            }
        }
        return proved;
    }

    /**
     * The parts that may have a tour shorter than {@code limit}, the most promising last.
     *
     * @param trip a city on the round trip that is cut
     */
    List<Subproblem> parts(Subproblem problem, int trip, int limit) {
        List<Integer> free = new ArrayList<>();
        int at = trip;
        do {
            if (!problem.isFixed(at)) {
                free.add(at);
            }
            at = problem.successor(at);
        } while (at != trip);
        List<Subproblem> parts = new ArrayList<>(free.size());
        Subproblem rest = problem.copy();
        for (int i = 0; i < free.size(); i++) {
            int city = free.get(i);
            Subproblem part = rest.copy();
            part.forbid(city, part.successor(city));
            if (assignment.reassign(part, city, limit)) {
                parts.add(part);
            }
            if (i + 1 < free.size()) {
                rest.fix(city);
            }
        }
        parts.sort(Comparator.comparingInt(Subproblem::proved).reversed());
        return parts;
    }
}
