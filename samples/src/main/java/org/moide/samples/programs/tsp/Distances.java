package org.moide.samples.programs.tsp;

import java.io.Serializable;

/**
 * The distances from each city to each other, which need not be the same back, and which ways every tour must use.
 * Immutable.
 */
public final class Distances implements Serializable {
    private static final long serialVersionUID = 2L;

    static final int FEWEST = 2;
    static final int MOST = 1000;
    /** Lengths of tours and sums of prices stay far from the end of an int. */
    static final int LONGEST_TOUR = 500_000_000;

    private final String name;
    private final int size;
    private final int[] lengths;
    private final FixedWays fixed;

    /**
     * A problem.
     *
     * @param lengths row by row, from each city to all; a city's way to itself is of no meaning
     */
    Distances(String name, int size, int[] lengths) {
        this(name, size, lengths, new FixedWays(size, true));
    }

    /**
     * A problem with ways that every tour uses.
     *
     * @param fixed complete; if they have no direction, all lengths are the same there and back
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

    /** The ways that every tour uses. */
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
