package org.moide.samples.programs.tsp;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Divides a subproblem whose assignment consists of several round trips. A tour cannot use all ways of such a trip. The
 * trip with the fewest ways that are not fixed is chosen. Then the tours of the first part avoid the first of these
 * ways; those of the second part use that way and avoid the next one, and so on (Carpaneto and Toth, 1980). If there is
 * a way that every tour must use and that the assignment does not use, there are two parts instead: the tours that use
 * the way in one direction, and those that use it in the other. Used by one thread at a time.
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

    /**
     * Returns a city on the round trip with the fewest ways that are not fixed; −1 if there is only one trip, because
     * that is a tour.
     */
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
     * Raises the lower bound of a problem as far as possible, and forbids ways that are in no tour shorter than {@code
     * limit}.
     *
     * @return the problem with the new bound; null if it has no tour shorter than {@code limit}
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
     * Returns the problem with the condition that tours use all ways that they must use, as far as the direction of
     * these ways is known. If no direction is known, a direction is chosen for one of the ways.
     */
    Subproblem begun(Subproblem all) {
        List<int[]> ways = distances.fixed().ways();
        List<int[]> known = distances.fixed().isDirected() ? ways : ways.subList(0, Math.min(1, ways.size()));
        Subproblem begun = all.copy();
        for (int[] way : known) {
            if (!go(begun, way[0], way[1], Integer.MAX_VALUE)) {
                throw new IllegalStateException("expected a tour with all fixed ways, found none");
            }
        }
        return begun;
    }

    /** Returns a way that every tour must use but that the assignment does not use; null if there is none. */
    int @Nullable [] unused(Subproblem problem) {
        for (int[] way : distances.fixed().ways()) {
            boolean back = !distances.fixed().isDirected() && problem.successor(way[1]) == way[0];
            if (problem.successor(way[0]) != way[1] && !back) {
                return way;
            }
        }
        return null;
    }

    /**
     * Returns the two parts whose tours use a way in one direction or in the other. Parts that have no tour shorter
     * than {@code limit} are left out; the most promising part is the last.
     */
    List<Subproblem> directions(Subproblem problem, int[] way, int limit) {
        List<Subproblem> parts = new ArrayList<>(2);
        for (int from = 0; from < (distances.fixed().isDirected() ? 1 : 2); from++) {
            Subproblem part = problem.copy();
            if (go(part, way[from], way[1 - from], limit)) {
                parts.add(part);
            }
        }
        parts.sort(Comparator.comparingInt(Subproblem::proved).reversed());
        return parts;
    }

    /**
     * Restricts a part to the tours that use the way from one city to another. Returns whether one of these may be
     * shorter than {@code limit}.
     */
    private boolean go(Subproblem part, int from, int to, int limit) {
        if (part.isForbidden(from, to)) {
            return false;
        }
        if (part.successor(from) != to) {
            for (int other = 0; other < part.size(); other++) {
                if (other != to) {
                    part.forbid(from, other);
                }
            }
            if (!assignment.reassign(part, from, limit)) {
                return false;
            }
        }
        part.fix(from);
        for (int city = 0; city < part.size(); city++) {
            if (part.isForbidden(city, part.successor(city)) && !assignment.reassign(part, city, limit)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the parts of a problem that may have a tour shorter than {@code limit}, the most promising last.
     *
     * @param trip a city on the round trip by which the problem is divided
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
