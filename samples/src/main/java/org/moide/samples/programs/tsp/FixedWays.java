package org.moide.samples.programs.tsp;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ways between two cities that every tour must use. Either all of them have a direction, or a tour may use each in
 * either direction. There is a tour that uses all of them. Used by one thread until it is complete, then by any thread.
 */
public final class FixedWays implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final int NONE = -1;

    private final boolean directed;
    private final List<int[]> ways = new ArrayList<>();
    /**
     * For each city, its neighbours by these ways. If ways have a direction, these are the city after it and the city
     * before it.
     */
    private final int[][] beside;

    /** For each city, another city of the same chain of ways, or the city itself if it represents its chain. */
    private final int[] group;

    FixedWays(int size, boolean directed) {
        this.directed = directed;
        beside = new int[size][];
        group = new int[size];
        for (int city = 0; city < size; city++) {
            beside[city] = new int[] {NONE, NONE};
            group[city] = city;
        }
    }

    /**
     * Adds a way between two cities.
     *
     * @return null, or the reason why no tour can use this way together with the others; in that text, cities are
     *     counted from 1
     */
    @Nullable
    String add(int from, int to) {
        if (isFixed(from, to)) {
            return null;
        }
        int slotOfFrom = directed || beside[from][0] == NONE ? 0 : 1;
        int slotOfTo = directed || beside[to][0] != NONE ? 1 : 0;
        if (beside[from][slotOfFrom] != NONE) {
            return "another one " + (directed ? "from" : "at") + " city " + (from + 1);
        }
        if (beside[to][slotOfTo] != NONE) {
            return "another one " + (directed ? "to" : "at") + " city " + (to + 1);
        }
        if (root(from) == root(to) && ways.size() + 1 < beside.length) {
            return "one that closes a round trip without all cities";
        }
        beside[from][slotOfFrom] = to;
        beside[to][slotOfTo] = from;
        group[root(from)] = root(to);
        ways.add(new int[] {from, to});
        return null;
    }

    private int root(int city) {
        int at = city;
        while (group[at] != at) {
            group[at] = group[group[at]];
            at = group[at];
        }
        return at;
    }

    /**
     * Returns whether every tour must use the way from one city to the other or, if ways have no direction, the way
     * back.
     */
    boolean isFixed(int from, int to) {
        return beside[from][0] == to || (!directed && beside[from][1] == to);
    }

    /** Returns whether ways have a direction, from their first city to their second. */
    boolean isDirected() {
        return directed;
    }

    /** Returns the ways, each once. */
    List<int[]> ways() {
        return List.copyOf(ways);
    }

    public boolean isEmpty() {
        return ways.isEmpty();
    }

    /**
     * Returns the chains of cities that the ways form. A tour visits the cities of each chain in the chain's order or,
     * if ways have no direction, in that order or backwards.
     */
    List<int[]> chains() {
        List<int[]> chains = new ArrayList<>();
        boolean[] seen = new boolean[beside.length];
        for (int pass = 0; pass < 2; pass++) {
            for (int city = 0; city < beside.length; city++) {
                // Finally chains without an end: the ways form a whole tour.
                if (!seen[city] && (pass == 1 || beside[city][1] == NONE)) {
                    chains.add(chain(city, seen));
                }
            }
        }
        return chains;
    }

    private int[] chain(int first, boolean[] seen) {
        int[] chain = new int[beside.length];
        int length = 0;
        for (int at = first; at != NONE && !seen[at]; ) {
            seen[at] = true;
            chain[length++] = at;
            boolean on = beside[at][0] != NONE && !seen[beside[at][0]];
            at = on || directed ? beside[at][0] : beside[at][1];
        }
        return Arrays.copyOf(chain, length);
    }
}
