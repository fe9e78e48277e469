package org.moide.commlib.trace;

/**
 * An event of a compute thread: a slice, or a message.
 *
 * @param thread the thread's index in its engine
 * @param name the name of a slice; empty for a message
 * @param startNanos its start, by the clock of the thread's JVM
 * @param nanos the length of a slice; for a message its key, which is the same at both ends
 * @param peer the engine that a slice waited for, or the message's other engine; below 0 if none
 * @param count the number of tasks of a slice, or a message's bytes
 */
public record TraceEvent(Kind kind, int thread, String name, long startNanos, long nanos, int peer, long count) {
    /** The kinds of events. */
    public enum Kind {
        /** The thread did one thing for a while, such as a task or a wait. */
        SLICE,
        /** The thread sent a message to another engine. */
        SENT,
        /** The thread received a message from another engine. */
        RECEIVED
    }
}
