package org.moide.coordinator.run.spread;

/**
 * The tree in which engines ask each other for what all are told.
 *
 * @param leastEngines with fewer there is none, and the coordinator tells each all
 * @param branches how many ask one that is above them
 */
public record TreeShape(int leastEngines, int branches) {
    /**
     * With fewer than 32 the coordinator sends all within a millisecond, and a tree has as many calls as it spares.
     * With more than eight below it an engine has too much to answer, with fewer there are more levels: for a thousand
     * engines it makes four.
     */
    public static final TreeShape USUAL = new TreeShape(32, 8);

    public TreeShape {
        if (leastEngines < 1 || branches < 1) {
            throw new IllegalArgumentException(
                    "expected at least 1 engine and 1 branch, found " + leastEngines + " and " + branches);
        }
    }

    /** Who is above the engine of this place, in the order in which they are told; below 0 if the coordinator is. */
    int above(int place) {
        return place / branches - 1;
    }

    /** How far below the coordinator it is: from 1 on. */
    int level(int place) {
        int level = 1;
        for (int above = above(place); above >= 0; above = above(above)) {
            level++;
        }
        return level;
    }
}
