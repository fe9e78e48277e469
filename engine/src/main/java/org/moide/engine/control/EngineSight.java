package org.moide.engine.control;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.BorrowedFrom;

/**
 * Facts about an engine for displays of a run, such as the page. The run does not depend on them. Their size has a
 * limit that does not grow with the run.
 *
 * @param times how the engine's threads have spent their time in this epoch, with one row for each thread or one row
 *     for all
 * @param done the engine's other figures, if a page shows the run and they have changed since the last report;
 *     otherwise null
 */
public record EngineSight(List<ThreadTime> times, @Nullable Done done) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The greatest number of threads that get a row each; if there are more, all threads share one row. */
    public static final int MOST_THREADS = 32;

    public static final EngineSight NONE = new EngineSight(List.of(), null);

    public EngineSight {
        times = List.copyOf(times);
        atMost(MOST_THREADS, times, "the times of", "threads");
    }

    public static EngineSight of(List<ThreadTime> times) {
        return new EngineSight(times, null);
    }

    public EngineSight with(@Nullable Done what) {
        return new EngineSight(times, what);
    }

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
     * The work of an engine in an epoch until now.
     *
     * @param epoch the epoch; its figures start from 0
     * @param number the engine's number in that epoch; peers and moves of workers have numbers of that epoch too
     * @param sums the engine's statistics, without rows for threads
     * @param borrowed the tasks that it has borrowed and not returned
     */
    public record Done(long epoch, int number, EngineStatistics sums, List<BorrowedFrom> borrowed)
            implements Serializable {
        private static final long serialVersionUID = 1L;

        /**
         * The greatest number of peers in a report. If there are more, those to which the most bytes were sent are
         * reported.
         */
        public static final int MOST_PEERS = 256;

        /** The greatest number of lenders in a report. If there are more, the first ones are reported. */
        public static final int MOST_LENDERS = 64;

        /** The greatest number of moves of workers in a report. If there are more, the latest ones are reported. */
        public static final int MOST_MOVES = 8;

        public Done {
            borrowed = List.copyOf(borrowed);
            atMost(0, sums.threads(), "the figures of", "threads");
            atMost(MOST_PEERS, sums.peers(), "the figures of", "peers");
            atMost(MOST_MOVES, sums.workers().lastMoves(), "the last", "moves");
            atMost(MOST_LENDERS, borrowed, "the loans of", "lenders");
        }

        /** Creates the figures, with at most as many peers, lenders and moves as the limits above allow. */
        public static Done of(long epoch, int number, EngineStatistics sums, List<BorrowedFrom> borrowed) {
            return new Done(
                    epoch,
                    number,
                    sums.atMost(MOST_PEERS, MOST_MOVES),
                    borrowed.subList(0, Math.min(MOST_LENDERS, borrowed.size())));
        }
    }
}
