package org.moide.engine.control;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.BorrowedFrom;

/**
 * What an engine says of itself for those who look on; the run goes on as well without it. Small, however large the run is.
 *
 * @param times what its threads have done with their time in this epoch so far, one row each, or all together in one row
 * @param done what else they have done, if a page shows the run and that has changed since it was said last; else null
 */
public record EngineSight(List<ThreadTime> times, @Nullable Done done) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Threads beyond it share a row. */
    public static final int MOST_THREADS = 32;

    /** Nothing. */
    public static final EngineSight NONE = new EngineSight(List.of(), null);

    public EngineSight {
        times = List.copyOf(times);
        atMost(MOST_THREADS, times, "the times of", "threads");
    }

    /** Times only. */
    public static EngineSight of(List<ThreadTime> times) {
        return new EngineSight(times, null);
    }

    /** The same times, with that. */
    public EngineSight with(@Nullable Done what) {
        return new EngineSight(times, what);
    }

    /** Whether nothing is said. */
    public boolean isNone() {
        return times.isEmpty() && done == null;
    }

    private static void atMost(int most, List<?> found, String before, String what) {
        if (found.size() > most) {
            throw new IllegalArgumentException(
                    "expected " + before + " " + most + " " + what + " at most, found " + found.size());
        }
    }

    /**
     * What an engine has done in an epoch so far.
     *
     * @param epoch in which that was: in the next, figures begin anew
     * @param number what the engine is called in that epoch, as peers and moves are
     * @param sums without threads
     * @param borrowed what it has borrowed of others and not returned yet
     */
    public record Done(long epoch, int number, EngineStatistics sums, List<BorrowedFrom> borrowed)
            implements Serializable {
        private static final long serialVersionUID = 1L;

        /** Of more peers those count to which most bytes went. */
        public static final int MOST_PEERS = 256;

        /** Of more lenders the first count. */
        public static final int MOST_LENDERS = 64;

        /** Of its workers' moves the last. */
        public static final int MOST_MOVES = 8;

        public Done {
            borrowed = List.copyOf(borrowed);
            atMost(0, sums.threads(), "the figures of", "threads");
            atMost(MOST_PEERS, sums.peers(), "the figures of", "peers");
            atMost(MOST_MOVES, sums.workers().lastMoves(), "the last", "moves");
            atMost(MOST_LENDERS, borrowed, "the loans of", "lenders");
        }

        /** As much of this as may be said. */
        public static Done of(long epoch, int number, EngineStatistics sums, List<BorrowedFrom> borrowed) {
            return new Done(
                    epoch,
                    number,
                    sums.atMost(MOST_PEERS, MOST_MOVES),
                    borrowed.subList(0, Math.min(MOST_LENDERS, borrowed.size())));
        }
    }
}
