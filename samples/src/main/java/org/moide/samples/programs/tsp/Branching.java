package org.moide.samples.programs.tsp;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Cuts a subproblem whose assignment is several round trips: at least one way of each of them is in no tour. It takes the trip
 * with the fewest ways that are not fixed; the first part does without the first of them, the second uses it and does without
 * the next, and so on (Carpaneto and Toth, 1980). One thread at a time.
 */
final class Branching {
    private final Assignment assignment;

    Branching(Assignment assignment) {
        this.assignment = assignment;
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
        parts.sort(Comparator.comparingInt(Subproblem::bound).reversed());
        return parts;
    }
}
