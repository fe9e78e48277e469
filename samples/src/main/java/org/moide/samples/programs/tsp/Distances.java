package org.moide.samples.programs.tsp;

import java.io.Serializable;

/**
 * The distance from each city to each other one, which may be different in the two directions, and the ways that every
 * tour must use. Immutable.
 */
public final class Distances implements Serializable {
    private static final long serialVersionUID = 2L;

    static final int FEWEST = 2;
    static final int MOST = 1000;
    /**
     * The length of the longest tour that is allowed, so that lengths and sums of prices stay within the range of an
     * int.
     */
    static final int LONGEST_TOUR = 500_000_000;

    private final String name;
    private final int size;
    private final int[] lengths;
    private final FixedWays fixed;

    /**
     * Creates a problem.
     *
     * @param lengths the distances row by row, from each city to all; the distance of a city to itself is ignored
     */
    Distances(String name, int size, int[] lengths) {
        this(name, size, lengths, new FixedWays(size, true));
    }

    /**
     * Creates a problem with ways that every tour must use.
     *
     * @param fixed the ways that every tour must use, to which none is added any more; if they have no direction, all
     *     distances must be the same in both directions
     */
    Distances(String name, int size, int[] lengths, FixedWays fixed) {
        if (size < FEWEST || size > MOST || lengths.length != size * size) {
            throw new IllegalArgumentException("expected " + FEWEST + " to " + MOST + " cities and the square of it "
                    + "lengths, found " + size + " and " + lengths.length);
        }
        this.name = name;
        this.size = size;
        this.lengths = lengths.clone();
        this.fixed = fixed;
    }

    /** Returns the ways that every tour must use. */
    public FixedWays fixed() {
        return fixed;
    }

    String name() {
        return name;
    }

    public int size() {
        return size;
    }

    public int between(int from, int to) {
        return lengths[from * size + to];
    }
}
