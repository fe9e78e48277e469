package org.moide.command.report.limit;

/**
 * Cause that held a run up.
 *
 * @param kind the kind of cause
 * @param share the part of all threads' time that it cost; what several findings cost may overlap
 * @param sentence what it was
 * @param advice what to change
 */
public record LimitFinding(Kind kind, double share, String sentence, String advice) {
    /** Kind of cause that can hold a run up. */
    public enum Kind {
        /** The work itself: no other cause. */
        COMPUTING,
        /** One thread or engine had more to do than the others. */
        IMBALANCE,
        /** Collections of garbage stopped threads. */
        COLLECTIONS,
        /** Others had the processors. */
        NO_PROCESSOR,
        /** Others' runs had processors, and this run took fewer threads for that. */
        SHARED_HOST,
        /** The engines' own JVMs had the processors, to start, to compile and to carry data. */
        OWN_JVMS,
        /** Threads waited for something that is none of MOIDE's. */
        OUTSIDE,
        /** An engine did less than its power promises. */
        SLOW_ENGINE,
        /** Too few tasks: hardly more than threads. */
        FEW_TASKS,
        /** Tasks took hardly longer than to fetch them. */
        SMALL_TASKS,
        /** Threads had no task while others had. */
        EMPTY_POOL,
        /** Data was moved. */
        COMMUNICATION,
        /** Threads waited in primitives. */
        WAITS,
        /** Threads had nothing to run yet, or not any more. */
        BEGIN_AND_END,
        /** States were kept. */
        CHECKPOINTS,
        /** States were made for another number of threads. */
        MIGRATION,
        /** Engines were lost, and what they had was done again. */
        LOSSES
    }

    /** Returns sentence and advice in one line. */
    public String line() {
        return sentence + " " + advice;
    }
}
