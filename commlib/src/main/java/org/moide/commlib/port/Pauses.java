package org.moide.commlib.port;

/** The time in which the garbage collector has stopped the whole process. Any thread may call it. */
@FunctionalInterface
public interface Pauses {
    /** The value if the time is unknown, or not known yet. */
    long UNKNOWN = -1;

    /** The implementation for when the time is unknown. */
    Pauses NONE = () -> UNKNOWN;

    /**
     * Returns the sum of all pauses since the process began, in nanoseconds; {@link #UNKNOWN} if it is unknown. Does
     * not block.
     */
    long nanos();
}
