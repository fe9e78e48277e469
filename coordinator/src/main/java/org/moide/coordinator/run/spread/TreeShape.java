package org.moide.coordinator.run.spread;

/**
 * The shape of a tree of engines through which a command reaches all engines: each engine fetches it from the one above
 * it.
 *
 * @param leastEngines the smallest number of engines for a tree; if there are fewer, the coordinator sends each engine
 *     the whole command
 * @param branches the number of engines that fetch from the same engine
 */
public record TreeShape(int leastEngines, int branches) {
    /**
     * The shape that is used outside of tests. To fewer than 32 engines the coordinator sends everything within a
     * millisecond, and a tree would save no calls. With more than eight branches an engine would have too many calls to
     * answer; with fewer the tree would have more levels. A thousand engines need four levels.
     */
    public static final TreeShape USUAL = new TreeShape(32, 8);

    public TreeShape {
        if (leastEngines < 1 || branches < 1) {
            throw new IllegalArgumentException(
                    "expected at least 1 engine and 1 branch, found " + leastEngines + " and " + branches);
        }
    }

    /**
     * Returns the index of the engine above an engine in the tree; below 0 if it is at the top and asks the
     * coordinator.
     *
     * @param place the index of an engine, in the order in which engines get the command
     */
    int above(int place) {
        return place / branches - 1;
    }

    /**
     * Returns the level of an engine in the tree: 1 if it asks the coordinator, 2 if it asks an engine on level 1, and
     * so on.
     */
    int level(int place) {
        int level = 1;
        for (int above = above(place); above >= 0; above = above(above)) {
            level++;
        }
        return level;
    }
}
