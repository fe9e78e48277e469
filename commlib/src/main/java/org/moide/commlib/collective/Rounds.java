package org.moide.commlib.collective;

/**
 * The order in which engines meet in pairs until each has heard of all: recursive doubling. Where their number is no
 * power of two, some first join a neighbour and hear the outcome from it. At every step what an engine has heard of is a
 * run of neighbouring engines, and so is what it hears next: results joined in that order are the same everywhere.
 *
 * @param engine this engine
 * @param engines how many there are
 */
record Rounds(int engine, int engines) {
    private int power() {
        return Integer.highestOneBit(engines);
    }

    /** The number of engines that join a neighbour first: every even one below twice this. */
    private int joiners() {
        return engines - power();
    }

    /** Returns whether this engine only gives its part to the next engine and then hears the outcome from it. */
    boolean joins() {
        return engine < 2 * joiners() && engine % 2 == 0;
    }

    /** Returns whether the engine before this one joins this one. */
    boolean isJoined() {
        return engine < 2 * joiners() && engine % 2 == 1;
    }

    /** The number of pairs in which this engine meets others, joining apart. */
    int count() {
        return Integer.numberOfTrailingZeros(power());
    }

    private int rank() {
        return engine < 2 * joiners() ? engine / 2 : engine - joiners();
    }

    private int engineOfRank(int rank) {
        return rank < joiners() ? 2 * rank + 1 : rank + joiners();
    }

    private int firstEngineOfRank(int rank) {
        return rank < joiners() ? 2 * rank : rank + joiners();
    }

    /** The engine that this one meets in a round. */
    int partner(int round) {
        return engineOfRank(rank() ^ (1 << round));
    }

    /** Returns whether the engines of {@link #partner}'s run come before this engine's. */
    boolean partnerIsLower(int round) {
        return (rank() & (1 << round)) != 0;
    }

    /** The first engine that this one has heard of before a round. */
    int runStart(int round) {
        return firstEngineOfRank(rank() & -(1 << round));
    }

    /** The first engine after those that this one has heard of before a round. */
    int runEnd(int round) {
        return firstEngineOfRank((rank() & -(1 << round)) + (1 << round));
    }

    /** The first engine that the partner has heard of before a round. */
    int partnerRunStart(int round) {
        return firstEngineOfRank((rank() ^ (1 << round)) & -(1 << round));
    }

    /** The first engine after those that the partner has heard of before a round. */
    int partnerRunEnd(int round) {
        return firstEngineOfRank(((rank() ^ (1 << round)) & -(1 << round)) + (1 << round));
    }
}
