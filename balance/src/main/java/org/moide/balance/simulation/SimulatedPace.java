package org.moide.balance.simulation;

/**
 * The pace of a simulated engine in everything but tasks, in nanoseconds. These are usual times; where one is 0 the
 * thing is done at once, without an event. A test plugs in one that draws the times, so that other orders are seen.
 */
public interface SimulatedPace {
    /** The time until a thread looks for its first task. */
    default long startNanos() {
        return 0;
    }

    /** The time that a sleeping compute thread takes to wake. */
    default long wakeNanos() {
        return 20_000;
    }

    /** The time that the control thread takes to wake when a compute thread has nothing to do. */
    default long nudgeNanos() {
        return 10_000;
    }

    /** The time that Java serialization takes for this many small tasks or results. */
    default long codingNanos(int pieces) {
        return 2_000L * pieces;
    }

    /** The time until the control thread hears what a compute thread has done for it. */
    default long answerNanos() {
        return 0;
    }

    /** The time from the end of a task, or of its books, until the compute thread looks for what comes next. */
    default long nextNanos() {
        return 0;
    }

    /** The time that the control thread takes for a letter; letters wait for each other. */
    default long handlingNanos() {
        return 0;
    }
}
