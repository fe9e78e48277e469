package org.moide.samples.programs.tsp;

import java.util.Arrays;

/**
 * Computes by how much every tour costs more than the best assignment, because a tour must leave each set of cities and
 * come back to it. The remaining cost of a way is what it costs beyond the assignment's prices. If the ways without a
 * remaining cost do not lead from every city to every other, there are sets of cities that none of these ways leaves,
 * or none enters. For such a set, the cost of the cheapest way across its border is added to the bound, and subtracted
 * from all ways across the border in this direction, so that one of them has no remaining cost any more. This is
 * repeated until all cities are connected in both directions (after Balas and Christofides, 1981, and Fischetti and
 * Toth, 1992). For example, if there is no cheap way between two groups of cities, the assignment uses no way between
 * them, and this class adds the cost of the two ways that a tour needs there. Used by one thread at a time.
 */
final class Cuts {
    /** The remaining cost of a forbidden way. */
    static final int FAR = Integer.MAX_VALUE / 2;

    private final int size;
    private final int[] left;
    // Tarjan's search for cities that reach each other, without recursion.
    private final int[] found;
    private final int[] lowest;
    private final int[] component;
    private final int[] path;
    private final int[] at;
    private final int[] stack;
    private final boolean[] isLeft;
    private final boolean[] isEntered;
    private int components;

    Cuts(int size) {
        this.size = size;
        this.left = new int[size * size];
        this.found = new int[size];
        this.lowest = new int[size];
        this.component = new int[size];
        this.path = new int[size];
        this.at = new int[size];
        this.stack = new int[size];
        this.isLeft = new boolean[size];
        this.isEntered = new boolean[size];
    }

    /**
     * Returns the least amount by which every tour of the problem costs more than its {@link Subproblem#bound}.
     *
     * @param limit the computation stops when the sum of the bound and the result reaches this
     * @return {@link #FAR} if there is no tour
     */
    int above(Subproblem problem, Distances distances, int limit) {
        for (int from = 0; from < size; from++) {
            int price = problem.leaving(from);
            for (int to = 0; to < size; to++) {
                left[from * size + to] = problem.isForbidden(from, to)
                        ? FAR
                        : distances.between(from, to) - price - problem.arriving(to);
            }
        }
        int above = 0;
        while (problem.bound() + above < limit) {
            connect();
            if (components == 1) {
                return above;
            }
            for (int one = 0; one < components; one++) {
                int out = isLeft[one] ? 0 : pay(one, true);
                int in = isEntered[one] ? 0 : pay(one, false);
                if (out == FAR || in == FAR) {
                    return FAR;
                }
                above += out + in;
            }
        }
        return above;
    }

    /** Returns the remaining cost of a way after a call of {@link #above}. */
    int left(int from, int to) {
        return left[from * size + to];
    }

    /**
     * Adds the cost of the cheapest way out of a set (or into it, if {@code out} is false) to the bound, and subtracts
     * it from all such ways.
     */
    private int pay(int set, boolean out) {
        int cheapest = FAR;
        for (int inside = 0; inside < size; inside++) {
            for (int outside = 0; component[inside] == set && outside < size; outside++) {
                if (component[outside] != set) {
                    cheapest = Math.min(cheapest, left[index(inside, outside, out)]);
                }
            }
        }
        if (cheapest == FAR || cheapest == 0) {
            return cheapest; // nothing is left to pay if the sets before have made a way free
        }
        for (int inside = 0; inside < size; inside++) {
            for (int outside = 0; component[inside] == set && outside < size; outside++) {
                int index = index(inside, outside, out);
                if (component[outside] != set && left[index] != FAR) {
                    left[index] -= cheapest;
                }
            }
        }
        return cheapest;
    }

    private int index(int inside, int outside, boolean out) {
        return out ? inside * size + outside : outside * size + inside;
    }

    /**
     * Finds the sets of cities that reach each other by ways without a remaining cost, and determines which of these
     * sets such ways leave or enter.
     */
    private void connect() {
        components = 0;
        Arrays.fill(found, 0);
        Arrays.fill(component, -1);
        int seen = 0;
        int onStack = 0;
        for (int first = 0; first < size; first++) {
            if (found[first] != 0) {
                continue;
            }
            int depth = 0;
            path[0] = first;
            found[first] = ++seen;
            lowest[first] = seen;
            at[first] = 0;
            stack[onStack++] = first;
            while (depth >= 0) {
                int city = path[depth];
                int next = nextFree(city);
                if (next < 0) {
                    if (lowest[city] == found[city]) {
                        onStack = close(city, onStack);
                    }
                    depth--;
                    if (depth >= 0) {
                        lowest[path[depth]] = Math.min(lowest[path[depth]], lowest[city]);
                    }
                } else if (found[next] == 0) {
                    found[next] = ++seen;
                    lowest[next] = seen;
                    at[next] = 0;
                    stack[onStack++] = next;
                    path[++depth] = next;
                } else if (component[next] < 0) {
                    lowest[city] = Math.min(lowest[city], found[next]);
                }
            }
        }
        markBorders();
    }

    private int nextFree(int city) {
        int row = city * size;
        for (int to = at[city]; to < size; to++) {
            if (left[row + to] == 0 && to != city) {
                at[city] = to + 1;
                return to;
            }
        }
        at[city] = size;
        return -1;
    }

    private int close(int city, int onStack) {
        int top = onStack;
        int last;
        do {
            last = stack[--top];
            component[last] = components;
        } while (last != city);
        components++;
        return top;
    }

    private void markBorders() {
        if (components == 1) {
            return;
        }
        Arrays.fill(isLeft, 0, components, false);
        Arrays.fill(isEntered, 0, components, false);
        for (int from = 0; from < size; from++) {
            for (int to = 0; to < size; to++) {
                if (left[from * size + to] == 0 && component[from] != component[to]) {
                    isLeft[component[from]] = true;
                    isEntered[component[to]] = true;
                }
            }
        }
    }
}
