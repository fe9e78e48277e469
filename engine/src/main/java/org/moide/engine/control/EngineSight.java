package org.moide.engine.control;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.BorrowedFrom;

/**
 * Facts that an engine tells about itself for those who look on; the run goes on as well without them. Small, however
 * large the run is.
 *
 * @param times how its threads have spent their time in this epoch so far, in one row for each thread, or in one row
 *     for all together
 * @param done what else the engine has done, if a page shows the run and that has changed since it was told last; else
 *     null
 */
public record EngineSight(List<ThreadTime> times, @Nullable Done done) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The most threads that have rows of their own; if there are more, all share one row. */
    public static final int MOST_THREADS = 32;

    /** A sight that tells nothing. */
    public static final EngineSight NONE = new EngineSight(List.of(), null);

    public EngineSight {
        times = List.copyOf(times);
        atMost(MOST_THREADS, times, "the times of", "threads");
    }

    /** Returns a sight with times only. */
    public static EngineSight of(List<ThreadTime> times) {
        return new EngineSight(times, null);
    }

    /** Returns the same times with what the engine has done. */
    public EngineSight with(@Nullable Done what) {
        return new EngineSight(times, what);
    }

    /** Returns whether nothing is told. */
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
     * The work of an engine in an epoch so far.
     *
     * @param epoch the epoch; in the next one, figures begin anew
     * @param number the engine's number in that epoch, by which peers and moves are named too
     * @param sums the engine's figures, without threads
     * @param borrowed what it has borrowed from others and not returned yet
     */
    public record Done(long epoch, int number, EngineStatistics sums, List<BorrowedFrom> borrowed)
            implements Serializable {
        private static final long serialVersionUID = 1L;

        /** The most peers that are told; of more, those to which most bytes went. */
        public static final int MOST_PEERS = 256;

        /** The most lenders that are told; of more, the first. */
        public static final int MOST_LENDERS = 64;

        /** The most moves of workers that are told; of more, the last. */
        public static final int MOST_MOVES = 8;

        public Done {
            borrowed = List.copyOf(borrowed);
            atMost(0, sums.threads(), "the figures of", "threads");
            atMost(MOST_PEERS, sums.peers(), "the figures of", "peers");
            atMost(MOST_MOVES, sums.workers().lastMoves(), "the last", "moves");
            atMost(MOST_LENDERS, borrowed, "the loans of", "lenders");
        }

        /** Returns as much of these figures as may be told. */
        public static Done of(long epoch, int number, EngineStatistics sums, List<BorrowedFrom> borrowed) {
            return new Done(
                    epoch,
                    number,
                    sums.atMost(MOST_PEERS, MOST_MOVES),
                    borrowed.subList(0, Math.min(MOST_LENDERS, borrowed.size())));
        }
    }
}
