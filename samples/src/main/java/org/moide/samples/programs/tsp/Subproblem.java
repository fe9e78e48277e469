package org.moide.samples.programs.tsp;

import java.io.Serializable;
import java.util.Arrays;

/**
 * A set of tours: those that use certain ways and avoid certain others. The object contains the shortest assignment of
 * a successor to each city under these conditions, and prices that prove that it is the shortest: for each way that is
 * not forbidden, its length is at least the price of leaving its first city plus the price of arriving at its second
 * one, and equal to it if the assignment uses the way. Used by one thread at a time.
 */
final class Subproblem implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final int NONE = -1;

    private final int size;
    private final long[] forbidden;
    private final boolean[] fixed;
    private final int[] successor;
    private final int[] leaving;
    private final int[] arriving;
    private int bound;
    private int proved;

    private Subproblem(
            int size,
            long[] forbidden,
            boolean[] fixed,
            int[] successor,
            int[] leaving,
            int[] arriving,
            int bound,
            int proved) {
        this.size = size;
        this.forbidden = forbidden;
        this.fixed = fixed;
        this.successor = successor;
        this.leaving = leaving;
        this.arriving = arriving;
        this.bound = bound;
        this.proved = proved;
    }

    /** Returns the problem of all tours, without an assignment. */
    static Subproblem all(int size) {
        long[] forbidden = new long[size * words(size)];
        int[] successor = new int[size];
        Arrays.fill(successor, NONE);
        Subproblem all =
                new Subproblem(size, forbidden, new boolean[size], successor, new int[size], new int[size], 0, 0);
        for (int city = 0; city < size; city++) {
            all.forbid(city, city);
        }
        return all;
    }

    Subproblem copy() {
        return new Subproblem(
                size,
                forbidden.clone(),
                fixed.clone(),
                successor.clone(),
                leaving.clone(),
                arriving.clone(),
                bound,
                proved);
    }

    private static int words(int size) {
        return (size + Long.SIZE - 1) / Long.SIZE;
    }

    int size() {
        return size;
    }

    /** Returns the length of the assignment. No tour of this problem is shorter. */
    int bound() {
        return bound;
    }

    /**
     * Returns the best lower bound that is known for the tours of this problem: {@link #bound}, or more if more was
     * proved.
     */
    int proved() {
        return Math.max(bound, proved);
    }

    /** Records that no tour of this problem is shorter than {@code length}. */
    void prove(int length) {
        proved = Math.max(proved, length);
    }

    void raiseBound(int by) {
        bound += by;
    }

    boolean isForbidden(int from, int to) {
        return (forbidden[from * words(size) + to / Long.SIZE] >>> to & 1) != 0;
    }

    void forbid(int from, int to) {
        forbidden[from * words(size) + to / Long.SIZE] |= 1L << to;
    }

    /** Returns whether all tours of this problem use the way from the city to its successor. */
    boolean isFixed(int city) {
        return fixed[city];
    }

    /**
     * Restricts the problem to the tours that use the way from this city to its successor, and forbids ways that would
     * close a round trip before all cities are visited.
     */
    void fix(int city) {
        fixed[city] = true;
        int next = successor[city];
        for (int other = 0; other < size; other++) {
            if (other != next) {
                forbid(city, other);
            }
            if (other != city) {
                forbid(other, next);
            }
        }
        int end = next;
        int fixedWays = 1;
        while (fixed[end] && fixedWays < size) {
            end = successor[end];
            fixedWays++;
        }
        int begin = city;
        for (int before = fixedBefore(begin); before != NONE && fixedWays < size; before = fixedBefore(begin)) {
            begin = before;
            fixedWays++;
        }
        if (fixedWays < size - 1) {
            forbid(end, begin);
        }
    }

    private int fixedBefore(int city) {
        for (int other = 0; other < size; other++) {
            if (fixed[other] && successor[other] == city) {
                return other;
            }
        }
        return NONE;
    }

    int successor(int city) {
        return successor[city];
    }

    int[] successors() {
        return successor.clone();
    }

    void assign(int city, int next) {
        successor[city] = next;
    }

    int leaving(int city) {
        return leaving[city];
    }

    int arriving(int city) {
        return arriving[city];
    }

    void raiseLeaving(int city, int by) {
        leaving[city] += by;
    }

    void lowerArriving(int city, int by) {
        arriving[city] -= by;
    }
}
