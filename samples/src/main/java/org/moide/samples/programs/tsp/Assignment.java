package org.moide.samples.programs.tsp;

import java.util.Arrays;

/**
 * Assigns a successor to each city so that the sum of all ways is shortest. The ways may form one round trip or
 * several. The sum is a lower bound for all tours. This is the Hungarian method, by shortest augmenting paths. Used by
 * one thread at a time.
 */
final class Assignment {
    private static final int NONE = -1;
    private static final int FAR = Integer.MAX_VALUE / 2;

    private final Distances distances;
    private final int size;
    private final int[] predecessor;
    private final int[] away;
    private final int[] reachedFrom;
    private final boolean[] settled;

    Assignment(Distances distances) {
        this.distances = distances;
        this.size = distances.size();
        this.predecessor = new int[size];
        this.away = new int[size];
        this.reachedFrom = new int[size];
        this.settled = new boolean[size];
    }

    /** Returns the shortest assignment without conditions. */
    Subproblem solve() {
        Subproblem all = Subproblem.all(size);
        Arrays.fill(predecessor, NONE);
        for (int city = 0; city < size; city++) {
            // All ways except those of a city to itself are allowed, so there is always an assignment.
            augment(all, city, FAR);
        }
        return all;
    }

    /**
     * Assigns another successor to a city, because the way to its present one was forbidden; other cities may get other
     * successors as well.
     *
     * @param limit the sum at which the search stops
     * @return whether there is an assignment below the limit
     */
    boolean reassign(Subproblem problem, int city, int limit) {
        for (int other = 0; other < size; other++) {
            predecessor[problem.successor(other)] = other;
        }
        predecessor[problem.successor(city)] = NONE;
        return augment(problem, city, limit);
    }

    /**
     * Finds a shortest path by Dijkstra's method over lengths minus prices, from a city without a successor to one
     * without a predecessor.
     */
    private boolean augment(Subproblem problem, int start, int limit) {
        Arrays.fill(away, FAR);
        Arrays.fill(settled, false);
        int from = start;
        int reached = 0;
        int end = NONE;
        while (end == NONE) {
            relax(problem, from, reached);
            int nearest = nearest();
            if (nearest == NONE || away[nearest] + problem.bound() >= limit) {
                return false;
            }
            reached = away[nearest];
            settled[nearest] = true;
            if (predecessor[nearest] == NONE) {
                end = nearest;
            } else {
                from = predecessor[nearest];
            }
        }
        reprice(problem, start, end, reached);
        reassignAlong(problem, start, end);
        problem.raiseBound(reached);
        return true;
    }

    private void relax(Subproblem problem, int from, int reached) {
        int base = reached - problem.leaving(from);
        for (int to = 0; to < size; to++) {
            if (!settled[to] && !problem.isForbidden(from, to)) {
                int length = base + distances.between(from, to) - problem.arriving(to);
                if (length < away[to]) {
                    away[to] = length;
                    reachedFrom[to] = from;
                }
            }
        }
    }

    private int nearest() {
        int nearest = NONE;
        for (int to = 0; to < size; to++) {
            if (!settled[to] && away[to] < FAR && (nearest == NONE || away[to] < away[nearest])) {
                nearest = to;
            }
        }
        return nearest;
    }

    private void reprice(Subproblem problem, int start, int end, int total) {
        problem.raiseLeaving(start, total);
        for (int to = 0; to < size; to++) {
            if (settled[to] && to != end) {
                problem.raiseLeaving(predecessor[to], total - away[to]);
                problem.lowerArriving(to, total - away[to]);
            }
        }
    }

    private void reassignAlong(Subproblem problem, int start, int end) {
        int to = end;
        while (true) {
            int from = reachedFrom[to];
            int before = problem.successor(from);
            problem.assign(from, to);
            predecessor[to] = from;
            if (from == start) {
                return;
            }
            to = before;
        }
    }
}
