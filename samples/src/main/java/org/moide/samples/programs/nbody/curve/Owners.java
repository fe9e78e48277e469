package org.moide.samples.programs.nbody.curve;

/**
 * Which engine a place belongs to, where Hilbert's curve is cut into a part for each. Of 2²⁴ cells of the cube it
 * remembers the last one that it was asked about: most cells belong to one engine whole, since the places of a cell are
 * neighbours on the curve, and who asks in the order of Morton's curve asks about the same cell many times. For one
 * thread.
 */
public final class Owners {
    /** Bits of each coordinate within a cell. */
    private static final int WITHIN = Curve.BITS - 8;

    private static final long WITHIN_KEY = (1L << (3 * WITHIN)) - 1;
    private static final int SEVERAL = -1;

    private final long[] cuts;
    private int cellX = -1;
    private int cellY = -1;
    private int cellZ = -1;
    private int owner = SEVERAL;

    /** @param cuts the first key of each engine's part but the first's, ascending */
    public Owners(long[] cuts) {
        this.cuts = cuts.clone();
    }

    /** The owner of a place, given by its three {@link Curve#part parts}. */
    public int of(int x, int y, int z) {
        if (x >> WITHIN != cellX || y >> WITHIN != cellY || z >> WITHIN != cellZ) {
            cellX = x >> WITHIN;
            cellY = y >> WITHIN;
            cellZ = z >> WITHIN;
            // A key's first bits depend on the first bits of the coordinates only.
            long first = Curve.hilbert(x, y, z) & ~WITHIN_KEY;
            int least = ofKey(first);
            owner = least == ofKey(first | WITHIN_KEY) ? least : SEVERAL;
        }
        return owner == SEVERAL ? ofKey(Curve.hilbert(x, y, z)) : owner;
    }

    private int ofKey(long key) {
        int engine = 0;
        while (engine < cuts.length && cuts[engine] <= key) {
            engine++;
        }
        return engine;
    }
}
