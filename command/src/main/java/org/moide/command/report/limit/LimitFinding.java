package org.moide.command.report.limit;

/**
 * A cause that slowed a run down.
 *
 * @param kind the kind of cause
 * @param share its cost as a share of all threads' time; costs of several findings may overlap
 * @param sentence the description
 * @param advice what the user can change
 */
public record LimitFinding(Kind kind, double share, String sentence, String advice) {
    /** The kind of a cause. */
    public enum Kind {
        /** The work itself took the time; there is no other cause. */
        COMPUTING,
        /** One thread or engine had more to do than the others. */
        IMBALANCE,
        /** Garbage collection stopped threads. */
        COLLECTIONS,
        /** Other processes used the processors that threads needed. */
        NO_PROCESSOR,
        /** Other runs used processors of the hosts, so this run had fewer threads. */
        SHARED_HOST,
        /** The engines' own JVMs used the processors that threads needed, to start, compile and transfer data. */
        OWN_JVMS,
        /** Threads waited for something outside MOIDE. */
        OUTSIDE,
        /** An engine did less than its power promises. */
        SLOW_ENGINE,
        /** There were too few tasks to keep all threads busy to the end. */
        FEW_TASKS,
        /** Fetching a task took nearly as long as executing it. */
        SMALL_TASKS,
        /** Threads had no task while others had some. */
        EMPTY_POOL,
        /** Threads transferred data. */
        COMMUNICATION,
        /** Threads waited in communication operations, such as receiving a message. */
        WAITS,
        /** Threads waited before the first or after the last work. */
        BEGIN_AND_END,
        /** Threads saved states. */
        CHECKPOINTS,
        /** Threads converted states to another number of threads. */
        MIGRATION,
        /** Engines were lost, and their work was repeated. */
        LOSSES
    }

    /** Returns the sentence and the advice as one line. */
    public String line() {
        return sentence + " " + advice;
    }
}
