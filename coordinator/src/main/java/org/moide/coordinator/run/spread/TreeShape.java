package org.moide.coordinator.run.spread;

/**
 * The shape of the tree in which engines ask each other for a command that all get.
 *
 * @param leastEngines the smallest number of engines for a tree; if there are fewer, the coordinator sends each
 *     engine the whole command
 * @param branches the number of engines that ask the same engine
 */
public record TreeShape(int leastEngines, int branches) {
    /**
     * The default. To fewer than 32 engines the coordinator sends everything within a millisecond, and a tree would
     * save no calls. With more than eight branches an engine would have too many calls to answer; with fewer the tree
     * would have more levels. It has four for a thousand engines.
     */
    public static final TreeShape USUAL = new TreeShape(32, 8);

    public TreeShape {
        if (leastEngines < 1 || branches < 1) {
            throw new IllegalArgumentException(
                    "expected at least 1 engine and 1 branch, found " + leastEngines + " and " + branches);
        }
    }

    /**
     * Returns the index of the engine that this one asks, in the order in which engines get the command; below 0 if it
     * asks the coordinator.
     */
    int above(int place) {
        return place / branches - 1;
    }

    /**
     * Returns on which level of the tree the engine is: 1 if it asks the coordinator, 2 if it asks an engine on level
     * 1, and so on.
     */
    int level(int place) {
        int level = 1;
        for (int above = above(place); above >= 0; above = above(above)) {
            level++;
        }
        return level;
    }
}
