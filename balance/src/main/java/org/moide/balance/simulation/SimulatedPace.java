package org.moide.balance.simulation;

/**
 * The times that a simulated engine's steps take, apart from its tasks, in nanoseconds. A step that takes the time 0
 * happens at once, without an event of its own. Tests use an implementation with random times, so that events occur in
 * many different orders.
 */
public interface SimulatedPace {
    /** Returns the time from the start of a thread until it looks for its first task. */
    default long startNanos() {
        return 0;
    }

    /** Returns the time that a sleeping compute thread takes to wake. */
    default long wakeNanos() {
        return 20_000;
    }

    /** Returns the time that the control thread takes to wake when a compute thread finds no task. */
    default long nudgeNanos() {
        return 10_000;
    }

    /** Returns the time that it takes to serialize this many small tasks or results. */
    default long codingNanos(int pieces) {
        return 2_000L * pieces;
    }

    /**
     * Returns the time from when a compute thread has closed, encoded or merged something until the control thread gets
     * the outcome.
     */
    default long answerNanos() {
        return 0;
    }

    /** Returns the time from the end of a task and its bookkeeping until the thread looks for its next task. */
    default long nextNanos() {
        return 0;
    }

    /** Returns the time that the control thread takes to find which running tasks it can move out of their loan. */
    default long looksNanos() {
        return 300_000_000;
    }

    /** Returns the time that the control thread takes for a letter; other letters wait meanwhile. */
    default long handlingNanos() {
        return 0;
    }
}
