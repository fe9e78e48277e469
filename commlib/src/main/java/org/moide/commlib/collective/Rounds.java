package org.moide.commlib.collective;

/**
 * The schedule of recursive doubling: the order in which engines meet in pairs until each knows the data of all. If
 * the number of engines is not a power of two, some engines first give their data to a neighbour and get the result
 * from it at the end. At every step, an engine knows the data of a contiguous range of engines, and its partner's
 * range is adjacent. So results that are combined in this order are the same everywhere.
 */
record Rounds(int engine, int engines) {
    private int power() {
        return Integer.highestOneBit(engines);
    }

    /**
     * Returns the number of engines that give their data to a neighbour first: each even engine below twice this
     * number.
     */
    private int joiners() {
        return engines - power();
    }

    /** Returns whether this engine only gives its data to the next engine, and later gets the result from it. */
    boolean joins() {
        return engine < 2 * joiners() && engine % 2 == 0;
    }

    /** Returns whether the previous engine gives its data to this engine first. */
    boolean isJoined() {
        return engine < 2 * joiners() && engine % 2 == 1;
    }

    /** Returns the number of rounds with partners, without the step in which engines give their data to a neighbour. */
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

    /** Returns the engine that this engine meets in a round. */
    int partner(int round) {
        return engineOfRank(rank() ^ (1 << round));
    }

    /** Returns whether the partner's range of engines lies before this engine's range. */
    boolean partnerIsLower(int round) {
        return (rank() & (1 << round)) != 0;
    }

    /**
     * Calls {@code join} for each pair of engines that combine their data, in the order of rounds: the first engine of a
     * pair then knows the data of both. At the end {@link #last} knows all.
     */
    void inOrder(Pair join) {
        for (int joiner = 0; joiner < joiners(); joiner++) {
            join.join(engineOfRank(joiner), firstEngineOfRank(joiner));
        }
        for (int apart = 1; apart < power(); apart *= 2) {
            for (int rank = 0; rank < power(); rank += 2 * apart) {
                join.join(engineOfRank(rank), engineOfRank(rank + apart));
            }
        }
    }

    /** Returns the engine that knows the data of all after {@link #inOrder}. */
    int last() {
        return engineOfRank(0);
    }

    /** A step in which one engine's data is combined with that of another one. */
    @FunctionalInterface
    interface Pair {
        void join(int into, int from);
    }

    /** Returns the first engine of the range whose data this engine knows before a round. */
    int runStart(int round) {
        return firstEngineOfRank(rank() & -(1 << round));
    }

    /** Returns the end (exclusive) of the range whose data this engine knows before a round. */
    int runEnd(int round) {
        return firstEngineOfRank((rank() & -(1 << round)) + (1 << round));
    }

    /** Returns the first engine of the range whose data this engine's partner in a round knows before that round. */
    int partnerRunStart(int round) {
        return firstEngineOfRank((rank() ^ (1 << round)) & -(1 << round));
    }

    /** Returns the end (exclusive) of the range whose data this engine's partner in a round knows before that round. */
    int partnerRunEnd(int round) {
        return firstEngineOfRank(((rank() ^ (1 << round)) & -(1 << round)) + (1 << round));
    }
}
