package org.moide.coordinator.run.spread;

/**
 * The shape of the tree in which engines ask each other for what all are told.
 *
 * @param leastEngines the smallest number of engines for a tree; with fewer the coordinator tells each engine
 *     everything
 * @param branches how many engines ask the one above them
 */
public record TreeShape(int leastEngines, int branches) {
    /**
     * The usual shape. With fewer than 32 engines the coordinator sends everything within a millisecond, and a tree has
     * as many calls as it spares. With more than eight engines below it an engine has too much to answer; with fewer
     * there are more levels, which are four for a thousand engines.
     */
    public static final TreeShape USUAL = new TreeShape(32, 8);

    public TreeShape {
        if (leastEngines < 1 || branches < 1) {
            throw new IllegalArgumentException(
                    "expected at least 1 engine and 1 branch, found " + leastEngines + " and " + branches);
        }
    }

    /**
     * Returns the place of the engine above this one, in the order in which engines are told; below 0 if the
     * coordinator is above it.
     */
    int above(int place) {
        return place / branches - 1;
    }

    /** Returns the engine's distance from the coordinator, from 1 on. */
    int level(int place) {
        int level = 1;
        for (int above = above(place); above >= 0; above = above(above)) {
            level++;
        }
        return level;
    }
}
