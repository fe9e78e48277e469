package org.moide.balance.worker.balancer;

import org.moide.balance.worker.strategy.Activity;

/**
 * The rates and timeouts of a process's worker balancer.
 *
 * @param windowNanos the time over which loads are measured: long compared with a task, short compared with changes of
 *     load
 * @param stepNanos the time between two steps of the balancer
 * @param answerNanos the time after which an unanswered question counts as lost, both for the asker and for the process
 *     asked
 * @param toldPart the relative change at which a load is told again; changes from or to zero always count
 * @param refreshNanos the time after which an unchanged load is told again, since a letter may have been lost
 * @param lettersPerSecond the greatest mean rate of letters; letters beyond it are dropped
 * @param mostLettersAtOnce the most letters that may be sent at once after a pause
 * @param mostMovesAtOnce the most moves in one step; further ones wait for the next step
 * @param mostWorkersSeen the most workers shown to a strategy, so that a step's cost does not grow with their number
 */
public record BalanceLimits(
        long windowNanos,
        long stepNanos,
        long answerNanos,
        double toldPart,
        long refreshNanos,
        int lettersPerSecond,
        int mostLettersAtOnce,
        int mostMovesAtOnce,
        int mostWorkersSeen) {
    private static final long MILLI = 1_000_000;

    /**
     * The defaults. A window of half a second contains some hundred tasks of a few milliseconds. An answer takes two
     * steps and a network round trip. 400 letters a second, of about a hundred bytes each, use less than a thousandth
     * of a gigabit network; with them, 20 processes can tell each other the changes of each step for a while.
     */
    public static final BalanceLimits DEFAULT =
            new BalanceLimits(500 * MILLI, 5 * MILLI, 100 * MILLI, 0.1, 1000 * MILLI, 400, 100, 64, 256);

    public BalanceLimits {
        requireAboveZero("window in ns", windowNanos);
        requireAboveZero("step in ns", stepNanos);
        requireAboveZero("time for an answer in ns", answerNanos);
        requireAboveZero("time until a load is told again in ns", refreshNanos);
        requireAboveZero("letters per second", lettersPerSecond);
        requireAboveZero("letters at once", mostLettersAtOnce);
        requireAboveZero("moves at once", mostMovesAtOnce);
        requireAboveZero("workers seen", mostWorkersSeen);
        if (windowNanos > Activity.LONGEST_NANOS) {
            throw new IllegalArgumentException("limits of balancing: expected a window of at most "
                    + Activity.LONGEST_NANOS + " ns, found " + windowNanos);
        }
        if (!(toldPart > 0 && toldPart <= 1)) {
            throw new IllegalArgumentException(
                    "limits of balancing: expected a part above 0 and up to 1, found " + toldPart);
        }
    }

    private static void requireAboveZero(String what, long found) {
        if (found <= 0) {
            throw new IllegalArgumentException("limits of balancing: expected " + what + " above 0, found " + found);
        }
    }
}
