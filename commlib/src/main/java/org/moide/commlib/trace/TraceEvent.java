package org.moide.commlib.trace;

/**
 * An event of a compute thread.
 *
 * @param kind the kind of event
 * @param thread the thread's index in its engine
 * @param name the name of a slice; empty for other events
 * @param startNanos its start, by the clock of the thread's JVM
 * @param nanos how long a slice took; the key of a message, which is the same at both ends
 * @param peer the engine that was waited for, or to or from which a message went; below 0 if none
 * @param count the tasks of a slice, or a message's bytes
 */
public record TraceEvent(Kind kind, int thread, String name, long startNanos, long nanos, int peer, long count) {
    /** The kinds of events. */
    public enum Kind {
        /** The thread was in something for a while. */
        SLICE,
        /** The thread sent a message to another engine. */
        SENT,
        /** The thread took one from another engine. */
        RECEIVED
    }
}
