package org.moide.samples.programs.nbody.curve;

/**
 * Finds the engine to which a place belongs, when Hilbert's curve is divided into one part for each engine. For the
 * last place whose key it had to compute, it remembers a cell around that place: the largest cell that belongs to one
 * engine completely. Successive places on Morton's curve, which visits the same cells, are mostly in the same cell.
 * Used by one thread.
 */
public final class Owners {
    private final long[] cuts;
    private int cellX;
    private int cellY;
    private int cellZ;
    /**
     * The number of bits of each coordinate that vary within the remembered cell; if it is 0, the cell is a single
     * place.
     */
    private int bitsWithin;

    private int owner = -1;

    /**
     * Begins with a division of the curve.
     *
     * @param cuts the first key of the part of each engine but the first, ascending
     */
    public Owners(long[] cuts) {
        this.cuts = cuts.clone();
    }

    /** Returns the engine that owns a place, given by its three {@link Curve#part coordinates}. */
    public int of(int x, int y, int z) {
        if (owner < 0 || ((x ^ cellX) | (y ^ cellY) | (z ^ cellZ)) >>> bitsWithin != 0) {
            look(x, y, z);
        }
        return owner;
    }

    private void look(int x, int y, int z) {
        long key = Curve.hilbert(x, y, z);
        int engine = 0;
        while (engine < cuts.length && cuts[engine] <= key) {
            engine++;
        }
        // A key's first bits depend only on the first bits of the coordinates, so all keys in a cell begin with the
        // same bits. The cell belongs to one engine if neither the last key before the engine's part nor the first one
        // after it begins with these bits.
        int bits = Curve.BITS;
        if (engine > 0) {
            bits = Math.min(bits, sharedBelow(key, cuts[engine - 1] - 1));
        }
        if (engine < cuts.length) {
            bits = Math.min(bits, sharedBelow(key, cuts[engine]));
        }
        cellX = x;
        cellY = y;
        cellZ = z;
        bitsWithin = bits;
        owner = engine;
    }

    /**
     * Returns the number of bits of each coordinate that vary within a cell, namely the largest cell that contains
     * {@code key} and does not contain {@code other}.
     */
    private static int sharedBelow(long key, long other) {
        return (Long.SIZE - 1 - Long.numberOfLeadingZeros(key ^ other)) / 3;
    }
}
