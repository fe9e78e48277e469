package org.moide.balance.worker.balancer;

import org.moide.balance.worker.strategy.Activity;

/**
 * The rates and timeouts of a process's worker balancer.
 *
 * @param windowNanos the time over which loads are measured: long compared with a task, short compared with changes of
 *     load
 * @param stepNanos the time between two steps of the balancer
 * @param answerNanos the time after which an unanswered question counts as lost, at both sides
 * @param toldPart the relative change at which a load is told again; changes from or to zero always count
 * @param refreshNanos the time after which an unchanged load is told again, since a letter may have been lost
 * @param lettersPerSecond the mean rate of letters; more are dropped
 * @param mostLettersAtOnce the most letters in a burst
 * @param mostMovesAtOnce the most moves in one step; more wait for the next
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
     * The defaults. Half a second contains some hundred tasks of milliseconds. An answer takes two steps and a network
     * round trip. 400 letters a second of about a hundred bytes use less than a thousandth of a gigabit, and let 20
     * processes tell each other of each step's changes for a while.
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
