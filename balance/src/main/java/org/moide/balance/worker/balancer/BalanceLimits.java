package org.moide.balance.worker.balancer;

import org.moide.balance.worker.strategy.Activity;

/**
 * The limits of how often a process's balancer says something, and for how long it counts on something.
 *
 * @param windowNanos over so long loads are measured: long beside a task, short beside the time in which loads change
 * @param stepNanos a balancer is stepped so often
 * @param answerNanos a question without an answer for so long was lost; whoever was asked forgets it too
 * @param toldPart a load is told again when it has changed by this part, or from or to nothing
 * @param refreshNanos and after so long though it has not, since a letter may have been lost
 * @param lettersPerSecond so many letters are sent, in the mean; what is more is not sent
 * @param mostLettersAtOnce and so many in one burst
 * @param mostMovesAtOnce so many workers move in one step; what is more waits for the next
 * @param mostWorkersSeen a strategy is shown so many workers, so that a step does not grow with their number
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
     * Half a second sees some hundred tasks of milliseconds. An answer takes two steps and two ways of a network. 400 letters a
     * second of about a hundred bytes are less than a thousandth of a gigabit, and let 20 processes tell each other every step
     * that changes them for a while.
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
