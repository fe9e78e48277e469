package org.moide.command.report.limit;

/**
 * A cause that slowed a run.
 *
 * @param kind the kind of cause
 * @param share its cost as a share of all threads' time; costs of several findings may overlap
 * @param sentence the description
 * @param advice what the user can change
 */
public record LimitFinding(Kind kind, double share, String sentence, String advice) {
    /** The kind of a cause. */
    public enum Kind {
        /** The work itself; there is no other cause. */
        COMPUTING,
        /** One thread or engine had more to do than the others. */
        IMBALANCE,
        /** Garbage collection stopped threads. */
        COLLECTIONS,
        /** Other processes used the processors. */
        NO_PROCESSOR,
        /** Other runs used processors, so this run took fewer threads. */
        SHARED_HOST,
        /** The engines' own JVMs used the processors, to start, compile and transfer data. */
        OWN_JVMS,
        /** Threads waited for something outside MOIDE. */
        OUTSIDE,
        /** An engine did less than its power promises. */
        SLOW_ENGINE,
        /** There were too few tasks for the threads. */
        FEW_TASKS,
        /** Fetching a task took nearly as long as executing it. */
        SMALL_TASKS,
        /** Threads had no task while others had some. */
        EMPTY_POOL,
        /** Data was transferred. */
        COMMUNICATION,
        /** Threads waited in primitives. */
        WAITS,
        /** Threads waited before the first or after the last work. */
        BEGIN_AND_END,
        /** States were saved. */
        CHECKPOINTS,
        /** States were converted to another number of threads. */
        MIGRATION,
        /** Engines were lost, and their work was repeated. */
        LOSSES
    }

    /** Returns sentence and advice in one line. */
    public String line() {
        return sentence + " " + advice;
    }
}
