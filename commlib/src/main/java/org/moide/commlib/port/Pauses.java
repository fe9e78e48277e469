package org.moide.commlib.port;

/** The times for which the whole process has stood still for its garbage collector. Any thread. */
@FunctionalInterface
public interface Pauses {
    /** The value where it is not known, or not yet. */
    long UNKNOWN = -1;

    /** The pauses where nobody knows them. */
    Pauses NONE = () -> UNKNOWN;

    /**
     * The sum of all pauses since the process began, in nanoseconds; {@link #UNKNOWN} if that is not known. Does not
     * block.
     */
    long nanos();
}
